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
package io.trident.benchmarks.swim.replay;

import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.swim.replay.ReplayWorkload.Step;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.PrefetcherName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a replay as MapReduce jobs of the cluster that a configuration names. Speculative
 * execution is off: it would run some tasks twice, by chance.
 *
 * <p>{@link #close} kills the jobs that run; none is submitted after it.
 */
public final class MapReduceJobs implements JobService, AutoCloseable {
  private static final long POLL_MS = 200;
  private static final long KILL_TIMEOUT_MS = 20_000;
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  /** Trident's counters, by name: stock clusters have none. */
  private static final String TRIDENT = "io.trident.mapreduce.TridentCounter";

  private final Configuration conf;
  private final Path directory;
  private final boolean isOracle;
  private final Listener listener;
  private final Set<Job> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Receives each job, from the threads that run them; does nothing unless overridden. */
  public interface Listener {
    /** A job is about to be submitted; its settings may be changed. */
    default void submitting(Step step, Job job) throws IOException {}

    /** A job succeeded; its input is still there. */
    default void succeeded(Step step, Job job) {}
  }

  /**
   * @param conf of the cluster and of all jobs
   * @param directory of input and output
   * @param blockBytes length of the blocks that jobs write
   */
  public MapReduceJobs(Configuration conf, Path directory, long blockBytes, Listener listener) {
    this.listener = listener;
    this.conf = new Configuration(conf);
    this.conf.setLong("dfs.blocksize", blockBytes);
    // Oracle knows a job before it is submitted; what its client waits is not the job's time.
    this.isOracle = PrefetchKeys.PREFETCHER.read(conf::get) == PrefetcherName.ORACLE;
    this.directory = directory;
  }

  /** Deletes what jobs have written, of this replay and of those before. */
  public void deleteOutput() throws IOException {
    Path output = new Path(directory, "output");
    output.getFileSystem(conf).delete(output, true);
  }

  @Override
  public ReplayedJob run(Step step) throws InterruptedException {
    long start = System.nanoTime();
    try {
      Job job = job(step);
      running.add(job);
      try {
        if (closed) {
          return ReplayedJob.failed(step, 0, "the replay was ended before it was submitted");
        }
        listener.submitting(step, job);
        long submitting = System.nanoTime();
        job.submit();
        long waited = System.nanoTime() - submitting;
        while (!job.isComplete()) {
          Thread.sleep(POLL_MS);
        }
        double seconds = (System.nanoTime() - start - (isOracle ? waited : 0)) / NANOS;
        if (!job.isSuccessful()) {
          return ReplayedJob.failed(
              step, seconds, "%s: %s".formatted(job.getJobID(), job.getStatus().getFailureInfo()));
        }
        listener.succeeded(step, job);
        return ended(step, job, seconds);
      } finally {
        running.remove(job);
      }
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      return ReplayedJob.failed(step, (System.nanoTime() - start) / NANOS, String.valueOf(e));
    }
  }

  private Job job(Step step) throws IOException {
    Path input = new Path(directory, step.input());
    Job job = Job.getInstance(conf, "SWIM %s (%s)".formatted(step.job().name(), step.bin()));
    Configuration settings = job.getConfiguration();
    settings.setLong(
        SwimInputFormat.INPUT_BYTES, Math.min(step.job().inputBytes(), bytesBelow(input)));
    settings.setLong(
        SwimMapper.OUTPUT_BYTES,
        step.shape().reduces() > 0 ? step.job().shuffleBytes() : step.job().outputBytes());
    settings.setLong(SwimReducer.OUTPUT_BYTES, step.job().outputBytes());
    settings.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
    settings.setBoolean(MRJobConfig.REDUCE_SPECULATIVE, false);
    job.setJarByClass(MapReduceJobs.class);
    job.setInputFormatClass(SwimInputFormat.class);
    job.setOutputFormatClass(RawOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setNumReduceTasks(step.shape().reduces());
    if (step.shape().reduces() > 0) {
      job.setMapperClass(SwimMapper.Shuffling.class);
      job.setMapOutputKeyClass(LongWritable.class);
      job.setMapOutputValueClass(BytesWritable.class);
      job.setReducerClass(SwimReducer.class);
    } else {
      job.setMapperClass(SwimMapper.Writing.class);
    }
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, new Path(directory, step.output()));
    return job;
  }

  private long bytesBelow(Path input) throws IOException {
    FileSystem files = input.getFileSystem(conf);
    long bytes = 0;
    for (FileStatus file : files.listStatus(input)) {
      bytes += file.getLen();
    }
    return bytes;
  }

  private static ReplayedJob ended(Step step, Job job, double seconds) throws IOException {
    @Nullable Counters counters = job.getCounters();
    if (counters == null) {
      return ReplayedJob.failed(step, seconds, job.getJobID() + ": the history has no counters");
    }
    Map<String, Integer> locality = new TreeMap<>();
    for (ReadFrom place : ReadFrom.all()) {
      long maps = counters.findCounter(SwimInputFormat.READS, place.label()).getValue();
      if (maps > 0) {
        locality.put(place.label(), (int) maps);
      }
    }
    int prefetched = (int) counters.findCounter(TRIDENT, "PREFETCHED_READS").getValue();
    return new ReplayedJob(
        step.job().name(),
        step.bin(),
        0,
        0,
        seconds,
        (counters.findCounter(JobCounter.MILLIS_MAPS).getValue()
                + counters.findCounter(JobCounter.MILLIS_REDUCES).getValue())
            / MILLIS,
        job.getConfiguration().getInt(MRJobConfig.NUM_MAPS, 0),
        step.shape().reduces(),
        job.getConfiguration().getLong(SwimInputFormat.INPUT_BYTES, 0),
        counters.findCounter(TaskCounter.MAP_OUTPUT_BYTES).getValue(),
        locality,
        prefetched,
        ReplayedJob.wasted(prefetched, locality),
        counters.findCounter(TRIDENT, "PREFETCH_DELAY_MS").getValue() / MILLIS,
        null);
  }

  @Override
  public void close() {
    closed = true;
    long deadline = System.nanoTime() + KILL_TIMEOUT_MS * 1_000_000;
    while (!running.isEmpty() && System.nanoTime() < deadline) {
      // A job that is being submitted has no number yet, and is met in the next round.
      List.copyOf(running).parallelStream()
          .filter(job -> job.getJobID() != null)
          .forEach(MapReduceJobs::kill);
      try {
        Thread.sleep(POLL_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void kill(Job job) {
    try {
      job.killJob();
    } catch (IOException | RuntimeException e) {
      // It may have ended meanwhile; else the next round tries again.
    }
  }
}
