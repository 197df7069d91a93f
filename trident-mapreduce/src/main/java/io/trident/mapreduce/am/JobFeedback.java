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
package io.trident.mapreduce.am;

import io.trident.core.config.ConfigException;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.feedback.FeedbackJson;
import io.trident.core.prefetch.feedback.JobRun;
import io.trident.core.prefetch.feedback.PlanReview;
import io.trident.core.storage.SegmentTiers;
import io.trident.mapreduce.TridentCounter;
import io.trident.mapreduce.config.MapReduceKeys;
import io.trident.mapreduce.prefetch.HeldBlocks;
import io.trident.mapreduce.prefetch.PlanFiles;
import io.trident.storage.ModelDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.api.records.JobState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.app.job.Job;
import org.apache.hadoop.util.concurrent.SubjectInheritingThread;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a job's prefetch plan against how the job runs: reports it, and learns from it.
 *
 * <p>Only a job whose first application master saw it through teaches anything. What fails here
 * costs the report and one warning.
 */
final class JobFeedback {
  private static final Logger LOG = LoggerFactory.getLogger(JobFeedback.class);
  private static final long END_WAIT_MS = 5_000;

  private final Configuration conf;
  private final ApplicationAttemptId attempt;
  private final JobMeasures measures;
  private final Optional<PrefetchPlan> plan;
  private final PlanFiles files;
  private final Optional<ModelDirectory> models;
  private final AmMetrics metrics;
  private final Warnings warnings;

  private JobFeedback(
      Configuration conf,
      ApplicationAttemptId attempt,
      Optional<PrefetchPlan> plan,
      PlanFiles files,
      HeldBlocks held,
      Optional<ModelDirectory> models,
      AmMetrics metrics,
      Warnings warnings) {
    this.conf = conf;
    this.attempt = attempt;
    this.plan = plan;
    this.files = files;
    this.measures =
        new JobMeasures(
            plan,
            PrefetchKeys.launchSeconds(conf::get),
            held::seenCachedMillis,
            System::currentTimeMillis);
    this.models = models;
    this.metrics = metrics;
    this.warnings = warnings;
  }

  /** Starts to observe; empty if nothing was planned and nothing is to be learned. */
  static Optional<JobFeedback> of(
      Configuration conf,
      ApplicationAttemptId attempt,
      Path submitDir,
      HeldBlocks held,
      AmMetrics metrics,
      Warnings warnings) {
    try {
      PlanFiles files = new PlanFiles(submitDir, conf);
      Optional<PrefetchPlan> plan = files.readPlan();
      Optional<ModelDirectory> models = ModelDirectory.of(conf);
      return plan.isEmpty() && models.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new JobFeedback(conf, attempt, plan, files, held, models, metrics, warnings));
    } catch (IOException | RuntimeException | LinkageError e) {
      warnings.once("What prefetching brings is not reported", e);
      return Optional.empty();
    }
  }

  /** A map can be scheduled. */
  void waiting() {
    measures.waiting();
  }

  /**
   * A map got a container.
   *
   * @param segments what it reads, as located
   * @return increments of job counters
   */
  Map<TridentCounter, Long> assigned(TaskAttemptId map, String node, List<SegmentTiers> segments) {
    return measures.assigned(map, node, segments);
  }

  /** The job has ended. */
  void ended(Job job) {
    Thread thread = new SubjectInheritingThread(() -> tell(job), "Trident prefetch report");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(END_WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(Job job) {
    try {
      String jobClass = PrefetchKeys.jobClass(conf::get, conf.get(MRJobConfig.JOB_NAME, ""));
      JobMeasures.Measured measured =
          measures.of(
              jobClass,
              job.getReport().getSubmitTime(),
              JobMeasures.MapRun.of(job),
              files.readCacheTimes());
      if (plan.isPresent()) {
        report(PlanReview.of(plan.get(), measured.run(), measured.blocks()), measured.run());
      }
      if (job.getState() == JobState.SUCCEEDED && attempt.getAttemptId() == 1) {
        models.ifPresent(all -> all.learn(measured.run()));
      }
    } catch (RuntimeException | LinkageError e) {
      warnings.once("What prefetching brought is not reported", e);
    }
    models.ifPresent(all -> metrics.modelFailed(all.failures()));
    metrics.publish(); // the master ends
  }

  private void report(PlanReview report, JobRun run) {
    LOG.info("{}", report.summary());
    metrics.prefetched(report);
    try {
      String directory = MapReduceKeys.PLACEMENTS_DIR.read(conf::get);
      if (!directory.isEmpty()) {
        String job = attempt.getApplicationId().toString().replaceFirst("application", "job");
        Path file =
            new Path(directory, "%s_%d.prefetch.json".formatted(job, attempt.getAttemptId()));
        try (OutputStream out = file.getFileSystem(conf).create(file, true)) {
          FeedbackJson.writeReport(report, run, out);
        }
      }
    } catch (IOException | ConfigException e) {
      warnings.once("The prefetch report is not written", e);
    }
  }
}
