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
package io.trident.mapreduce.it;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.EventReader;
import org.apache.hadoop.mapreduce.jobhistory.EventType;
import org.apache.hadoop.mapreduce.jobhistory.HistoryEvent;

/** Watches a job that runs, and ends its application master as an operating system would. */
final class RunningJobs {
  /** Generous: the machine may be busy with other things. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private RunningJobs() {}

  /**
   * Returns once a map has completed while others have not.
   *
   * @throws IOException if the job ends first, or nothing happens for minutes
   */
  static void awaitHalfway(Job job) throws Exception {
    await(
        "a completed map of " + job.getJobName(),
        () -> {
          if (job.isComplete()) {
            throw new IOException("Ended too early: " + job.getStatus());
          }
          TaskReport[] maps = job.getTaskReports(TaskType.MAP);
          return Arrays.stream(maps).anyMatch(RunningJobs::isComplete)
              && !Arrays.stream(maps).allMatch(RunningJobs::isComplete);
        });
  }

  private static boolean isComplete(TaskReport map) {
    return map.getCurrentStatus() == TIPStatus.COMPLETE;
  }

  /** Kills the process of the job's first application master, once a second can recover a map. */
  static void killMaster(Job job) throws Exception {
    await("the history of a completed map", () -> hasRecoverableTask(job));
    killMasterNow(job);
  }

  /** Kills the process of the job's first application master, whatever it has done. */
  static void killMasterNow(Job job) throws Exception {
    ProcessHandle master = firstMaster(job);
    master.destroyForcibly();
    await("the master's end", () -> !master.isAlive());
  }

  /** Asks the process of the job's first application master to end, as a node manager does. */
  static void stopMaster(Job job) throws Exception {
    ProcessHandle master = firstMaster(job);
    master.destroy();
    await("the master's end", () -> !master.isAlive());
  }

  private static ProcessHandle firstMaster(Job job) throws IOException {
    String container = job.getJobID().toString().replaceFirst("job", "") + "_01_000001";
    List<ProcessHandle> masters =
        ProcessHandle.allProcesses()
            .filter(process -> isMaster(process.info(), container))
            .toList();
    if (masters.size() != 1) {
      throw new IOException("%d processes of %s".formatted(masters.size(), container));
    }
    return masters.get(0);
  }

  private static boolean hasRecoverableTask(Job job) {
    Configuration conf = job.getConfiguration();
    Path history = new Path(conf.get(MRJobConfig.MAPREDUCE_JOB_DIR), job.getJobID() + "_1.jhist");
    try (EventReader reader = new EventReader(history.getFileSystem(conf), history)) {
      HistoryEvent event = reader.getNextEvent();
      while (event != null && event.getEventType() != EventType.TASK_FINISHED) {
        event = reader.getNextEvent();
      }
      return event != null;
    } catch (IOException e) {
      return false; // not written that far
    }
  }

  private static boolean isMaster(ProcessHandle.Info process, String container) {
    return process.command().filter(command -> command.endsWith("java")).isPresent()
        && process
            .commandLine()
            .filter(line -> line.contains(container) && line.contains("TridentMRAppMaster"))
            .isPresent();
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("Waited %d s for %s".formatted(PATIENCE.toSeconds(), what));
      }
      Thread.sleep(100);
    }
  }
}
