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
package io.trident.benchmarks.workloads.mapreduce;

import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Runs the jobs of one application, one after the other, and remembers them. */
public final class JobRunner {
  private static final long POLL_MS = 200;
  private static final long REPORT_EVERY_MS = 5_000;
  private static final double NANOS = 1e9;

  private final WorkloadDirectory directory;
  private final Configuration conf;
  private final Progress progress;
  private final JobListener listener;
  private final List<Job> jobs = new ArrayList<>();

  /** For the input and output of a directory. */
  JobRunner(
      WorkloadDirectory directory, Configuration conf, Progress progress, JobListener listener) {
    this.directory = directory;
    this.conf = conf;
    this.progress = progress;
    this.listener = listener;
  }

  /** Receives each job while its input is still there, and its end if it succeeded. */
  public interface JobListener {
    /** A job is about to be submitted. */
    default void submitting(Job job) throws IOException {}

    /**
     * A job was submitted.
     *
     * @param seconds that this took
     */
    default void submitted(Job job, double seconds) throws IOException {}

    /**
     * A job ended.
     *
     * @param seconds from just before its submission until its client knew
     */
    void ended(Job job, double seconds) throws IOException, InterruptedException;
  }

  /** Completes a job before it is submitted. */
  interface Settings {
    void of(Job job) throws IOException;
  }

  /** Returns the jobs that ended, in order. */
  List<Job> jobs() {
    return List.copyOf(jobs);
  }

  WorkloadDirectory directory() {
    return directory;
  }

  Configuration conf() {
    return conf;
  }

  /** Returns the directory of a data set. */
  Path input(String data) {
    return new Path(directory.input(), data);
  }

  /** Returns the directory of all that one job leaves to the next. */
  Path scratch() {
    return new Path(directory.output(MapReduceEngine.NAME), "scratch");
  }

  /** Returns a directory for what one job leaves to the next. */
  Path scratch(String name) {
    return new Path(scratch(), name);
  }

  /** Returns the directory of the result. */
  Path result() {
    return new Path(directory.output(MapReduceEngine.NAME), "result");
  }

  /**
   * Runs a job to its end.
   *
   * @param step what it does, for its name
   * @throws IOException if it failed
   */
  void run(String step, List<Path> inputs, Path output, Settings settings)
      throws IOException, InterruptedException {
    String name = directory.application().label() + ": " + step;
    Job job = Job.getInstance(conf, name);
    job.setJarByClass(JobRunner.class);
    for (Path input : inputs) {
      FileInputFormat.addInputPath(job, input);
    }
    FileOutputFormat.setOutputPath(job, output);
    settings.of(job);
    listener.submitting(job);
    long start = System.nanoTime();
    try {
      job.submit();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    listener.submitted(job, (System.nanoTime() - start) / NANOS);
    await(job, name);
    double seconds = (System.nanoTime() - start) / NANOS;
    jobs.add(job);
    listener.ended(job, seconds);
  }

  private void await(Job job, String name) throws IOException, InterruptedException {
    long reported = System.nanoTime();
    while (!job.isComplete()) {
      Thread.sleep(POLL_MS);
      if ((System.nanoTime() - reported) / 1_000_000 >= REPORT_EVERY_MS) {
        reported = System.nanoTime();
        progress.report(
            String.format(
                Locale.ROOT,
                "%s: maps %.0f %%, reduces %.0f %%",
                name,
                100 * job.mapProgress(),
                100 * job.reduceProgress()));
      }
    }
    if (!job.isSuccessful()) {
      throw new IOException(
          "%s (%s) failed: %s".formatted(name, job.getJobID(), job.getStatus().getFailureInfo()));
    }
  }
}
