/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.hdfs.layout.RebuildTasks.Assigned;
import io.trident.hdfs.protocol.BadReplica;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.RebuildPoll;
import io.trident.hdfs.protocol.RebuildTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RebuildTasksTest {
  private static final Predicate<String> ALIVE = any -> false;

  private final AtomicLong now = new AtomicLong();
  private final RebuildTasks tasks = new RebuildTasks(now::get);

  @Test
  void aTaskThatNeverArrivedIsHandedOutAgain() {
    RebuildTask task = add("a");

    assertThat(poll("a", Set.of(), 2).tasks()).containsExactly(task);
    assertThat(poll("a", Set.of(), 2).tasks()).containsExactly(task);
    assertThat(poll("a", Set.of(task.id()), 2).tasks()).isEmpty();
  }

  @Test
  void aNodeGetsItsOwnTasksAndAsManyAsItHasSlots() {
    RebuildTask first = add("a");
    RebuildTask second = add("a");
    RebuildTask other = add("b");

    assertThat(poll("a", Set.of(), 1).tasks()).containsExactly(first);
    assertThat(poll("a", Set.of(first.id()), 1).tasks()).containsExactly(second);
    assertThat(poll("a", Set.of(), 0).tasks()).isEmpty();
    assertThat(poll("b", Set.of(), 9).tasks()).containsExactly(other);
  }

  @Test
  void anOutcomeCountsOnceAndOnlyThatOfTheNodeThatHasTheTask() {
    RebuildTask task = add("a");
    RebuildOutcome done = new RebuildOutcome(task.id(), Result.DONE, 7);

    assertThat(report("b", done)).isEmpty();
    assertThat(report("a", done)).containsExactly(done);
    assertThat(report("a", done)).isEmpty();
    assertThat(poll("a", Set.of(), 1).tasks()).isEmpty();
  }

  @Test
  void aTaskWhoseBlockWasReportedFirstStillCounts() {
    RebuildTask task = add("a");
    poll("a", Set.of(), 1);
    tasks.settle(task.id());

    assertThat(tasks.loads()).isEqualTo(Map.of("a", 0));
    assertThat(poll("a", Set.of(task.id()), 1).revoked()).isEmpty();
    RebuildOutcome done = new RebuildOutcome(task.id(), Result.DONE, 7);
    assertThat(report("a", done)).containsExactly(done);
    assertThat(report("a", done)).isEmpty();
  }

  @Test
  void aTaskWhoseBlockIsNoLongerExpectedIsRevoked() {
    RebuildTask task = add("a");
    poll("a", Set.of(), 1);
    tasks.drop(task.id());

    assertThat(poll("a", Set.of(task.id()), 1).revoked()).containsExactly(task.id());
    assertThat(report("a", new RebuildOutcome(task.id(), Result.DONE, 7))).isEmpty();
  }

  @Test
  void aTaskThatFailedIsTakenOnceWithItsCause() {
    RebuildTask failing = add("a");
    RebuildTask done = add("a");
    RebuildTask other = add("b");
    report("a", new RebuildOutcome(failing.id(), Result.UNWRITABLE, 7));
    report("a", new RebuildOutcome(done.id(), Result.DONE, 7));
    report("a", new RebuildOutcome(other.id(), Result.FAILED, 7)); // of a task that it has not

    assertThat(tasks.takeFailed())
        .containsExactly(
            new RebuildTasks.Ended(new Assigned(failing, "a"), Result.UNWRITABLE, List.of()));
    assertThat(tasks.takeFailed()).isEmpty();
    assertThat(tasks.open()).containsExactly(new Assigned(other, "b"));
  }

  @Test
  void aTaskWhoseBlockWasReportedHasNotFailedWhateverItsOutcome() {
    RebuildTask task = add("a");
    tasks.settle(task.id());
    RebuildOutcome failed = new RebuildOutcome(task.id(), Result.UNWRITABLE, 7);
    assertThat(report("a", failed)).containsExactly(failed);
    assertThat(tasks.takeFailed()).isEmpty();
  }

  @Test
  void aTaskThatIsDoneIsTakenOnceWhenItsBlockShouldHaveBeenReported() {
    RebuildTask task = add("a");
    report("a", new RebuildOutcome(task.id(), Result.DONE, 7));
    now.addAndGet(TimeUnit.SECONDS.toNanos(30));
    assertThat(tasks.takeUnreported()).isEmpty();
    now.incrementAndGet();
    assertThat(tasks.takeUnreported()).containsExactly(new Assigned(task, "a"));
    assertThat(tasks.takeUnreported()).isEmpty();
  }

  @Test
  void aTaskThatIsDoneIsForgottenWhenItsFileIsToBeRebuiltAgain() {
    RebuildTask task = add("a");
    report("a", new RebuildOutcome(task.id(), Result.DONE, 7));
    add("a"); // of the same file, whose block was there and is lost once more
    now.addAndGet(TimeUnit.SECONDS.toNanos(31));
    assertThat(tasks.takeUnreported()).isEmpty();
  }

  @Test
  void aSilentNodeTakesNoTasks() {
    assertThat(tasks.loads()).isEmpty();
    tasks.greet("a");
    add("a");
    assertThat(tasks.loads()).isEqualTo(Map.of("a", 1));
    for (int second = 1; second <= 15; second++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      assertThat(tasks.loads()).isEqualTo(Map.of("a", 1));
    }
    now.incrementAndGet();
    assertThat(tasks.loads()).isEmpty();
    poll("a", Set.of(), 0);
    assertThat(tasks.loads()).isEqualTo(Map.of("a", 1));
  }

  @Test
  void theTasksOfANodeAreGivenUpAfterALongerSilence() {
    tasks.greet("a");
    for (int second = 1; second <= 30; second++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      assertThat(tasks.present(ALIVE)).containsExactly("a");
      assertThat(tasks.loads().isEmpty()).isEqualTo(second > 15);
    }
    now.incrementAndGet();
    assertThat(tasks.present(ALIVE)).isEmpty();
    tasks.greet("a");
    assertThat(tasks.present(ALIVE)).containsExactly("a");
  }

  /**
   * Heartbeats wait for disks, and polls do not: on a busy machine work was done twice for that.
   */
  @Test
  void aNodeThatPollsKeepsItsTasksAlthoughHdfsTakesItForDead() {
    tasks.greet("a");
    for (int second = 1; second <= 60; second++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      assertThat(tasks.present("a"::equals)).containsExactly("a");
      poll("a", Set.of(), 0);
    }
    now.addAndGet(TimeUnit.SECONDS.toNanos(5));
    assertThat(tasks.present("a"::equals)).containsExactly("a");
    now.incrementAndGet();
    assertThat(tasks.present("a"::equals)).isEmpty();
    assertThat(tasks.present("b"::equals)).containsExactly("a");
  }

  /**
   * A rebuild that takes longer than HDFS's time-out was given to another node, again and again.
   */
  @Test
  void aTaskIsMovedWheneverItHasComeFurther() {
    RebuildTask task = add("a");
    assertThat(tasks.takeMoved()).isEmpty();
    for (long bytes : List.of(0L, 5L, 9L)) {
      progress("a", task, bytes);
      assertThat(tasks.takeMoved()).containsExactly(new Assigned(task, "a"));
      progress("a", task, bytes);
      assertThat(tasks.takeMoved()).as("it hangs").isEmpty();
    }
    progress("b", task, 12);
    assertThat(tasks.takeMoved()).as("it is not that node's").isEmpty();
    progress("a", task, 12);
    tasks.drop(task.id());
    assertThat(tasks.takeMoved()).isEmpty();
  }

  private void progress(String node, RebuildTask task, long bytes) {
    tasks.poll(new RebuildPoll(node, 1, Map.of(task.id(), bytes), List.of(), 0));
  }

  @Test
  void theReplicasForWhichATaskFailedAreTakenWithIt() {
    RebuildTask task = add("a");
    List<BadReplica> bad = List.of(new BadReplica(new DataExtent(2, 3), "c"));
    report("a", new RebuildOutcome(task.id(), Result.CORRUPT_SOURCE, 7, bad));
    assertThat(tasks.takeFailed())
        .containsExactly(
            new RebuildTasks.Ended(new Assigned(task, "a"), Result.CORRUPT_SOURCE, bad));
  }

  @Test
  void nobodyIsSilentWhoCouldNotBeHeard() {
    tasks.greet("a");
    assertThat(tasks.loads()).isEqualTo(Map.of("a", 0));
    now.addAndGet(TimeUnit.MINUTES.toNanos(2)); // a pause of the NameNode
    assertThat(tasks.loads()).isEqualTo(Map.of("a", 0));
    for (int second = 1; second <= 15; second++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      assertThat(tasks.loads()).isEqualTo(Map.of("a", 0));
    }
    now.incrementAndGet();
    assertThat(tasks.loads()).isEmpty();
  }

  @Test
  void nodesThatHaveNotPolledAreExpectedForAsLongAsTheyMayBeSilent() {
    assertThat(tasks.isYoung()).isTrue();
    now.addAndGet(TimeUnit.SECONDS.toNanos(16));
    assertThat(tasks.isYoung()).isFalse();
  }

  private RebuildTask add(String node) {
    DataExtent extent = new DataExtent(0, 1);
    RebuildTask task =
        new RebuildTask(
            tasks.nextId(),
            17,
            0,
            extent,
            new StoredObject(new BlockIdentity(1, 2, 3), 4, 5),
            Set.of(extent),
            "DISK",
            "storage");
    tasks.add(new Assigned(task, node));
    return task;
  }

  private RebuildTasks.Answer poll(String node, Set<Long> running, int slots) {
    Map<Long, Long> progress = new HashMap<>();
    running.forEach(id -> progress.put(id, 0L));
    return tasks.poll(new RebuildPoll(node, 1, progress, List.of(), slots));
  }

  private List<RebuildOutcome> report(String node, RebuildOutcome outcome) {
    return tasks.poll(new RebuildPoll(node, 1, Map.of(), List.of(outcome), 0)).ended();
  }
}
