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
package io.trident.layout.mapreduce.job;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.jspecify.annotations.Nullable;

/**
 * A job of a client that died. The job goes on without it, and would write over what the next
 * client writes.
 *
 * @param note which job it is
 * @param file that has the note
 * @param progress takes that it is ended
 */
record EarlierJob(JobNote note, Path file, ProgressReport progress) {
  private static final long POLL_MILLIS = 200;

  /** Jobs that run in their client, and have ended with it. */
  private static final String LOCAL = "job_local";

  /**
   * Ends the job if it runs, and waits until it has ended. One whose client died before it knew the
   * identifier is looked for by its name: O(n) for n jobs that the cluster lists.
   *
   * @param limit how long it may take
   * @throws IOException if it cannot be ended, or takes longer; the message has the remedy
   */
  void end(Configuration conf, Duration limit) throws IOException, InterruptedException {
    if (note.id().filter(id -> id.startsWith(LOCAL)).isPresent()) {
      return;
    }
    String known = note.id().orElse("'%s'".formatted(note.name()));
    try (Closing closing = new Closing(new Cluster(conf))) {
      for (JobID id : ids(closing.cluster())) {
        known = id.toString();
        @Nullable Job job = closing.cluster().getJob(id);
        if (job != null && !isOver(job.getJobState())) {
          end(job, limit);
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(
          "Job %s of an earlier run may still write: %s. End it (mapred job -kill ID), remove %s and run the command again."
              .formatted(known, e.getMessage(), file.toUri().getPath()),
          e);
    }
  }

  private List<JobID> ids(Cluster cluster) throws IOException, InterruptedException {
    if (note.id().isPresent()) {
      return List.of(JobID.forName(note.id().get()));
    }
    JobStatus @Nullable [] listed = cluster.getAllJobStatuses(); // none of jobs in their client
    return Stream.ofNullable(listed)
        .flatMap(Arrays::stream)
        .filter(job -> note.name().equals(job.getJobName()) && !isOver(job.getState()))
        .map(JobStatus::getJobID)
        .toList();
  }

  private void end(Job job, Duration limit) throws IOException, InterruptedException {
    progress.line("Ends job %s of an earlier run".formatted(job.getJobID()));
    job.killJob();
    long deadline = System.nanoTime() + limit.toNanos();
    while (!isOver(job.getJobState())) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("it has not ended in %d s".formatted(limit.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static boolean isOver(JobStatus.State state) {
    return state == JobStatus.State.SUCCEEDED
        || state == JobStatus.State.FAILED
        || state == JobStatus.State.KILLED;
  }

  /** A connection that is closed at the end of a block. */
  private record Closing(Cluster cluster) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      cluster.close();
    }
  }
}
