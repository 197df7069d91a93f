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
package io.trident.lab.demo;

import io.trident.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/** A MapReduce job of the demo while it runs and after. */
public final class SubmittedJob {
  private static final long POLL_MS = 500;
  private static final long REPORT_EVERY_MS = 5_000;

  private SubmittedJob() {}

  /**
   * Waits for a job to end and reports how far it is.
   *
   * @throws IllegalStateException if it failed
   */
  public static void await(Job job, String name, Progress progress)
      throws IOException, InterruptedException {
    long reported = System.currentTimeMillis();
    while (!job.isComplete()) {
      Thread.sleep(POLL_MS);
      if (System.currentTimeMillis() - reported >= REPORT_EVERY_MS) {
        reported = System.currentTimeMillis();
        progress.report(
            "%s: maps %.0f %%, reduces %.0f %%",
            name, 100 * job.mapProgress(), 100 * job.reduceProgress());
      }
    }
    if (!job.isSuccessful()) {
      throw new IllegalStateException(
          "%s failed: %s".formatted(name, job.getStatus().getFailureInfo()));
    }
  }

  /**
   * Returns the successful map attempts and their hosts, from the job history.
   *
   * @param addressOfHost addresses of the nodes by host name
   */
  public static List<Evidence.Attempt> maps(Job job, Map<String, String> addressOfHost)
      throws IOException {
    List<Evidence.Attempt> attempts = new ArrayList<>();
    int from = 0;
    TaskCompletionEvent[] events = job.getTaskCompletionEvents(from);
    while (events.length > 0) {
      for (TaskCompletionEvent event : events) {
        if (event.isMapTask() && event.getStatus() == TaskCompletionEvent.Status.SUCCEEDED) {
          String host = event.getTaskTrackerHttp().replaceFirst("^.*//", "").split(":", 2)[0];
          attempts.add(
              new Evidence.Attempt(
                  event.getTaskAttemptId().getTaskID().getId(),
                  event.getTaskAttemptId().toString(),
                  host,
                  addressOfHost.getOrDefault(host, host)));
        }
      }
      from += events.length;
      events = job.getTaskCompletionEvents(from);
    }
    return attempts;
  }
}
