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

import io.trident.core.config.PrefetchKeys;
import io.trident.core.guard.Guard;
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
 * costs the report alone.
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
  private final Guard guard;

  private JobFeedback(
      Configuration conf,
      ApplicationAttemptId attempt,
      Optional<PrefetchPlan> plan,
      PlanFiles files,
      HeldBlocks held,
      Optional<ModelDirectory> models,
      AmMetrics metrics,
      Guard guard) {
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
    this.guard = guard;
  }

  /** Starts to observe; empty if nothing was planned and nothing is to be learned. */
  static Optional<JobFeedback> of(
      Configuration conf,
      ApplicationAttemptId attempt,
      Path submitDir,
      HeldBlocks held,
      AmMetrics metrics,
      Guard guard) {
    return guard.get(
        "What prefetching brings is not reported",
        () -> {
          PlanFiles files = new PlanFiles(submitDir, conf);
          Optional<PrefetchPlan> plan = files.readPlan();
          Optional<ModelDirectory> models = ModelDirectory.of(conf);
          return plan.isEmpty() && models.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new JobFeedback(conf, attempt, plan, files, held, models, metrics, guard));
        },
        Optional::empty);
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
    Thread thread = new SubjectInheritingThread(() -> conclude(job), "Trident prefetch report");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(END_WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void conclude(Job job) {
    guard.run("What prefetching brought is not reported", () -> learn(job));
    models.ifPresent(all -> metrics.modelFailed(all.failures()));
    metrics.publish(); // the master ends
  }

  private void learn(Job job) {
    String jobClass = PrefetchKeys.jobClass(conf::get, conf.get(MRJobConfig.JOB_NAME, ""));
    JobMeasures.Measured measured =
        measures.of(
            jobClass,
            job.getReport().getSubmitTime(),
            JobMeasures.MapRun.of(job),
            files.readCacheTimes());
    if (plan.isPresent()) {
      PlanReview report = PlanReview.of(plan.get(), measured.run(), measured.blocks());
      LOG.info("{}", report.summary());
      metrics.prefetched(report);
      guard.run("The prefetch report is not written", () -> write(report, measured.run()));
    }
    if (job.getState() == JobState.SUCCEEDED && attempt.getAttemptId() == 1) {
      models.ifPresent(all -> all.learn(measured.run()));
    }
  }

  private void write(PlanReview report, JobRun run) throws IOException {
    String directory = MapReduceKeys.PLACEMENTS_DIR.read(conf::get);
    if (!directory.isEmpty()) {
      String job = attempt.getApplicationId().toString().replaceFirst("application", "job");
      Path file = new Path(directory, job + "_" + attempt.getAttemptId() + ".prefetch.json");
      try (OutputStream out = file.getFileSystem(conf).create(file, true)) {
        FeedbackJson.writeReport(report, run, out);
      }
    }
  }
}
