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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.RowFormat;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import io.trident.layout.table.TableSpec;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.util.ClassUtil;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs one after the other, each with Trident's jars.
 *
 * @param files where descriptions are
 * @param progress takes how far a job is
 */
public record Jobs(DistributedFileSystem files, ProgressReport progress) {
  private static final long LEAST_POLL_MILLIS = 20;
  private static final long POLL_MILLIS = 1_000;
  private static final float STEP = 0.1f;
  private static final String JOB = "job";

  /** For a job to end: YARN's client waits ten seconds before it ends the application itself. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Classes of the modules whose jars tasks need, beside that of the table's format. */
  private static final List<Class<?>> SHIPPED =
      List.of(TableLayout.class, TableSpec.class, Value.class);

  /**
   * Makes a job whose tasks have the settings.
   *
   * @throws IOException if that fails
   */
  public static Job create(Configuration base, String name, JobSettings settings)
      throws IOException {
    Job job = Job.getInstance(base, name);
    Configuration conf = job.getConfiguration();
    settings.set(conf);
    conf.setBoolean("mapreduce.fileoutputcommitter.marksuccessfuljobs", false);
    conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", 1); // a task's files at once
    conf.setBoolean("mapreduce.job.user.classpath.first", false);
    ship(conf, settings.table(conf).format());
    job.setOutputFormatClass(outputFormat());
    return job;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Hadoop's method takes a raw class
  private static Class<BuildOutput> outputFormat() {
    return BuildOutput.class;
  }

  /** In a source checkout classes are in directories, which the class path of tasks has as well. */
  private static void ship(Configuration conf, RowFormat format) {
    Set<String> jars = new LinkedHashSet<>(conf.getStringCollection("tmpjars"));
    List<Class<?>> shipped = new ArrayList<>(SHIPPED);
    shipped.add(format.getClass());
    for (Class<?> one : shipped) {
      @Nullable String jar = ClassUtil.findContainingJar(one);
      if (jar != null) {
        jars.add(new Path("file:" + jar).toString());
      }
    }
    if (!jars.isEmpty()) {
      conf.setStrings("tmpjars", jars.toArray(String[]::new));
    }
  }

  /**
   * Runs a job to its end. Removes first what an earlier job that died left uncommitted in the same
   * output directory: Hadoop's committer commits whatever is there, and files of another job could
   * then replace those that a manifest names.
   *
   * @param what the job does, such as {@code Super-extents 0 to 9}
   * @throws IOException if it fails; the message has the cause that a task reported
   */
  public JobCost run(Job job, String what) throws IOException, InterruptedException {
    JobSettings settings = JobSettings.of(job.getConfiguration());
    Path description = settings.description();
    files.delete(new Path(settings.output(), FileOutputCommitter.PENDING_DIR_NAME), true);
    JobNote named = JobNote.of(job.getJobName());
    Path note = new Path(description, JOB);
    job.setJobName(named.name());
    write(note, named);
    try {
      job.submit();
    } catch (ClassNotFoundException e) {
      throw new IOException("The job cannot be submitted: " + e.getMessage(), e);
    }
    try {
      write(note, named.submittedAs(job.getJobID().toString()));
      await(job, what);
    } catch (InterruptedException e) {
      job.killJob();
      throw e;
    }
    if (!job.isSuccessful()) {
      throw new IOException(
          "%s: the job %s failed: %s".formatted(what, job.getJobID(), cause(job, description)));
    }
    files.delete(note, false);
    return JobCost.of(job);
  }

  /**
   * Ends the job of an earlier client that died, if it still runs: it would write over what is
   * written now. For the client that has the lock.
   *
   * @param description the directory that the earlier job's tasks were given
   * @throws IOException if it cannot be ended; the message has the remedy
   */
  public void endEarlier(Configuration conf, Path description)
      throws IOException, InterruptedException {
    Path note = new Path(description, JOB);
    JobNote earlier;
    try {
      earlier = JobNote.parse(Texts.read(files, note));
    } catch (FileNotFoundException e) {
      return;
    }
    new EarlierJob(earlier, note, progress).end(conf, PATIENCE);
    files.delete(note, false);
  }

  private void write(Path path, JobNote note) throws IOException {
    Texts.replace(files, path, note.text().getBytes(StandardCharsets.UTF_8));
  }

  private void await(Job job, String what) throws IOException, InterruptedException {
    float shown = -1;
    long pause = LEAST_POLL_MILLIS; // small jobs take little longer than their tasks
    progress.line("%s: job %s".formatted(what, job.getJobID()));
    while (!job.isComplete()) {
      float done = job.mapProgress() + job.reduceProgress();
      if (done >= shown + STEP) {
        shown = done;
        progress.line(
            "%s: maps %3.0f %%, reduces %3.0f %%"
                .formatted(what, 100 * job.mapProgress(), 100 * job.reduceProgress()));
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause = Math.min(2 * pause, POLL_MILLIS);
    }
  }

  private String cause(Job job, Path description) throws IOException, InterruptedException {
    Optional<String> reported = Problems.first(files, description);
    if (reported.isPresent()) {
      return reported.get();
    }
    @Nullable String failure = job.getStatus().getFailureInfo();
    return failure == null || failure.isBlank() || failure.equals("NA")
        ? "no task reported why; see the logs of its tasks"
        : failure.lines().findFirst().orElse(failure);
  }
}
