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
package io.trident.spark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.workloads.InputTask;
import io.trident.benchmarks.workloads.InputTask.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.fs.Path;
import org.apache.spark.Success$;
import org.apache.spark.TaskEndReason;
import org.apache.spark.TaskResultLost$;
import org.apache.spark.TaskState;
import org.apache.spark.executor.ExecutorMetrics;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.rdd.DeterministicLevel;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocality;
import org.apache.spark.scheduler.TaskLocation;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

class TaskEventsTest {
  private static final Range FIRST = new Range(new Path("/a"), 0, 10);
  private static final Range SECOND = new Range(new Path("/a"), 10, 5);

  /** RDD 7 reads a file in two partitions, and has an empty third one. */
  private static final Map<Integer, List<List<Range>>> INPUTS =
      Map.of(7, List.of(List.of(FIRST), List.of(SECOND), List.of()));

  private final List<String> reported = new ArrayList<>();
  private long nanos;

  private final TaskEvents events = new TaskEvents(reported::add, () -> nanos);

  @Test
  void aTaskHasThePartitionOfTheRddThatItsStageReads() {
    submit(1, 3, 9, 7);
    submit(2, 3, 11);
    end(1, 0, "node1", 1_000, 1_500, Success$.MODULE$);
    end(1, 1, "node2", 1_100, 1_200, Success$.MODULE$);
    end(1, 2, "node2", 1_200, 1_300, Success$.MODULE$);
    end(2, 0, "node1", 2_000, 2_100, Success$.MODULE$);

    assertThat(events.inputTasks(INPUTS))
        .containsExactly(
            new InputTask(1, 0, "node1", List.of(FIRST), 1_000, 1_500),
            new InputTask(1, 1, "node2", List.of(SECOND), 1_100, 1_200));
    assertThat(events.taskSeconds()).isEqualTo(0.8);
    assertThat(events.executors()).containsExactlyInAnyOrder("on node1", "on node2");
  }

  @Test
  void attemptsThatFailedTakeTimeAndReadNothing() {
    submit(1, 2, 7);
    end(1, 0, "node1", 0, 3_000, TaskResultLost$.MODULE$);
    end(1, 0, "node2", 3_000, 4_000, Success$.MODULE$);

    assertThat(events.inputTasks(INPUTS)).extracting(InputTask::host).containsExactly("node2");
    assertThat(events.taskSeconds()).isEqualTo(4);
  }

  @Test
  void progressIsReportedEveryFiveSeconds() {
    submit(4, 9, 7);
    end(4, 0, "node1", 0, 1, Success$.MODULE$);
    assertThat(reported).isEmpty();
    nanos = 5_000_000_000L;
    end(4, 1, "node1", 0, 1, Success$.MODULE$);
    end(4, 2, "node1", 0, 1, Success$.MODULE$);

    assertThat(reported).containsExactly("stage 4: 2 of 9 tasks");
  }

  private void submit(int stage, int tasks, int... rdds) {
    List<RDDInfo> infos = new ArrayList<>();
    for (int rdd : rdds) {
      infos.add(
          new RDDInfo(
              rdd,
              "",
              tasks,
              StorageLevel.NONE(),
              false,
              CollectionConverters.asScala(List.<Object>of()).toSeq(),
              "",
              Option.empty(),
              DeterministicLevel.DETERMINATE()));
    }
    events.onStageSubmitted(
        new SparkListenerStageSubmitted(
            new StageInfo(
                stage,
                0,
                "",
                tasks,
                CollectionConverters.asScala(infos).toSeq(),
                CollectionConverters.asScala(List.<Object>of()).toSeq(),
                "",
                new TaskMetrics(),
                CollectionConverters.asScala(List.<Seq<TaskLocation>>of()).toSeq(),
                Option.empty(),
                0,
                false,
                0),
            new Properties()));
  }

  private void end(int stage, int index, String host, long from, long to, TaskEndReason reason) {
    TaskInfo task =
        new TaskInfo(index, index, 0, index, from, "on " + host, host, TaskLocality.ANY(), false);
    task.markFinished(TaskState.FINISHED(), to);
    events.onTaskEnd(
        new SparkListenerTaskEnd(
            stage, 0, "", reason, task, new ExecutorMetrics(), new TaskMetrics()));
  }
}
