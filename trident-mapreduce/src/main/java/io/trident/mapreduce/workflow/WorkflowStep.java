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
package io.trident.mapreduce.workflow;

import io.trident.core.config.WorkflowKeys;
import io.trident.core.guard.Guard;
import io.trident.core.workflow.KeptInput;
import io.trident.mapreduce.split.JobInputs;
import io.trident.storage.Storage;
import io.trident.storage.Storages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job among others that read what it writes, or write what it reads; in its application master.
 *
 * <p>While it runs, input that was kept in memory for it stays there. When it has succeeded, it
 * lets go of that, and its own output is kept if {@link WorkflowKeys#KEEP_OUTPUT_MS} is set so. All
 * of it happens on daemon threads, and nothing that fails reaches the job.
 */
public final class WorkflowStep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkflowStep.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final String job;
  private final Configuration conf;
  private final Guard guard;
  private final UserGroupInformation user;
  private final KeptInput policy;
  private final Storage storage;
  private final Optional<FreshOutput> output;
  private final KeptInputs inputs;
  private final WorkflowMetrics metrics;
  private @Nullable Thread holder;
  private @Nullable Thread finisher;

  private WorkflowStep(String job, Configuration conf, Guard guard) throws IOException {
    this.job = job;
    this.conf = conf;
    this.guard = guard;
    this.user = UserGroupInformation.getCurrentUser();
    this.policy = WorkflowKeys.KEPT_INPUT.read(conf::get);
    this.storage = Storages.open(conf);
    this.output = FreshOutput.of(conf, storage);
    this.metrics = WorkflowMetrics.register();
    this.inputs = new KeptInputs(storage.leases(), metrics);
  }

  /**
   * Starts to look after the job's input.
   *
   * @param job its id
   * @param conf its configuration
   * @param guard contains what fails on threads of its own
   * @throws io.trident.core.config.ConfigException if a key has an invalid value
   * @throws IOException if the current user is not known
   */
  public static WorkflowStep start(String job, Configuration conf, Guard guard) throws IOException {
    WorkflowStep step = new WorkflowStep(job, conf, guard);
    if (step.policy != KeptInput.IGNORE) {
      step.holder = step.run("trident-kept-inputs", step::hold);
    }
    return step;
  }

  private void hold() throws IOException, InterruptedException {
    @Nullable String submitDir = conf.get(MRJobConfig.MAPREDUCE_JOB_DIR);
    if (submitDir == null) {
      return;
    }
    Path file = new Path(submitDir, JobInputs.FILE_NAME);
    try {
      JobInputs read = JobInputs.read(file.getFileSystem(conf), file);
      Duration pause = inputs.find(KeptInputs.directories(read));
      while (!pause.isZero()) {
        TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        pause = inputs.renew();
      }
    } catch (FileNotFoundException e) {
      LOG.debug("The job's input is not known", e);
    }
  }

  /** The job has succeeded: lets go of its input and keeps its output, without waiting. */
  public void succeeded() {
    interrupt(holder);
    if (policy == KeptInput.RELEASE || output.isPresent()) {
      finisher = run("trident-fresh-output", this::finish);
    }
  }

  private void finish() throws IOException {
    if (policy == KeptInput.RELEASE) {
      inputs.release();
    }
    if (output.isPresent()) {
      output.get().keep(job, metrics);
    }
  }

  private Thread run(String name, Action action) {
    Thread thread =
        new Thread(
            () -> guard.run("Nothing is kept in memory from job to job", () -> as(action)), name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void as(Action action) throws IOException, InterruptedException {
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              action.run();
              return null;
            });
  }

  private static void interrupt(@Nullable Thread thread) {
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Ends; waits for five seconds at most for what follows a success. */
  @Override
  public void close() {
    interrupt(holder);
    if (finisher != null) {
      try {
        finisher.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    storage.close();
    metrics.close();
  }

  /** What a thread does. */
  private interface Action {
    void run() throws IOException, InterruptedException;
  }
}
