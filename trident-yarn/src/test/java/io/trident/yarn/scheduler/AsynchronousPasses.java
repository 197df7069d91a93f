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
package io.trident.yarn.scheduler;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Comparator;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;

/**
 * Waits for passes of the Capacity scheduler over its nodes, which it makes on a thread of its own,
 * and for what they propose to be committed, which another does. A fixed time is too short on a
 * machine that is slow enough. No API counts passes; but each ends in a sleep, and the JVM counts
 * those.
 */
final class AsynchronousPasses {
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final CapacityScheduler scheduler;
  private final long planner;
  private final long committer;

  /** Of a scheduler that has just been started: its threads are the newest of their kind. */
  AsynchronousPasses(CapacityScheduler scheduler) {
    this.scheduler = scheduler;
    this.planner = newest(t -> t.getName().startsWith("AsyncCapacitySchedulerThread"));
    this.committer = newest(t -> t.getClass().getName().endsWith("$ResourceCommitterService"));
  }

  private static long newest(Predicate<Thread> kind) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(kind)
        .max(Comparator.comparingLong(Thread::getId))
        .orElseThrow(() -> new IllegalStateException("not an asynchronous scheduler"))
        .getId();
  }

  /** Until so many whole passes were made, and all of their proposals are committed or rejected. */
  void await(int passes) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_NANOS;
    long last = -1;
    // Between two sleeps that were seen there is a whole pass at least.
    for (int sleeps = 0; sleeps <= passes; ) {
      ThreadInfo info = pause(planner, deadline);
      if (info.getThreadState() == Thread.State.TIMED_WAITING && info.getWaitedCount() != last) {
        last = info.getWaitedCount();
        sleeps++;
      }
    }
    while (scheduler.getAsyncSchedulingPendingBacklogs() > 0 || !waitsForProposals(deadline)) {
      // Once more.
    }
  }

  /** Not if it waits for the scheduler's lock with a proposal in its hands. */
  private boolean waitsForProposals(long deadline) throws InterruptedException {
    LockInfo lock = pause(committer, deadline).getLockInfo();
    return lock != null && lock.getClassName().endsWith("$ConditionObject");
  }

  private ThreadInfo pause(long thread, long deadline) throws InterruptedException {
    Thread.sleep(1);
    ThreadInfo info = threads.getThreadInfo(thread);
    if (info == null || System.nanoTime() > deadline) {
      throw new IllegalStateException("the scheduler does not schedule any more: " + info);
    }
    return info;
  }
}
