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
package io.trident.mapreduce.prefetch;

import io.trident.core.config.ConfigException;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.input.InputPlanner;
import io.trident.core.prefetch.input.PlannedInput;
import io.trident.core.prefetch.input.PrefetchPlatform;
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.Refusals;
import io.trident.core.storage.SegmentTiers;
import io.trident.mapreduce.split.JobInputs;
import io.trident.mapreduce.split.SplitInput;
import io.trident.storage.ModelDirectory;
import io.trident.storage.PinSession;
import io.trident.storage.Storage;
import io.trident.storage.Storages;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prefetches a job's input as the client submits it: before the application master starts.
 *
 * <p>The requests are made in the background, and the caller waits for no longer than the plan
 * delays the job. For as long as the application master may take to start, which is the time to
 * live of cached blocks, the client holds them; then the master does ({@link HeldBlocks}).
 */
public final class JobPrefetcher {
  private static final Logger LOG = LoggerFactory.getLogger(JobPrefetcher.class);

  private final Configuration conf;
  private final PrefetcherName prefetcher;
  private final InputPlanner planner;
  private final Optional<ModelDirectory> models;

  /**
   * Reads what is to be prefetched.
   *
   * @param conf the job's configuration
   * @throws ConfigException if a key of {@link PrefetchKeys} is invalid
   */
  public JobPrefetcher(Configuration conf) {
    this.conf = conf;
    this.prefetcher = PrefetchKeys.PREFETCHER.read(conf::get);
    this.planner = new InputPlanner(prefetcher, conf::get, LOG::info);
    this.models = ModelDirectory.of(conf);
  }

  /** Returns whether a plan is made: to prefetch, or to be held against how the job runs. */
  public boolean isOn() {
    return prefetcher != PrefetcherName.NONE || models.isPresent();
  }

  /**
   * Plans, requests, informs the application master, and waits for as long as the plan states.
   *
   * @param owner the job
   * @param inputs what each map task reads
   * @param slots how many of its maps can run at once, by host
   * @throws IOException if the application master cannot be informed; nothing is cached then
   * @throws InterruptedException if the wait was interrupted
   */
  public void run(
      String owner, JobInputs inputs, Map<String, Integer> slots, FileSystem fs, Path submitDir)
      throws IOException, InterruptedException {
    Optional<PlannedInput> planned = plan(owner, inputs, slots);
    if (planned.isPresent()) {
      PlanFiles files = new PlanFiles(submitDir, conf);
      files.writePlan(planned.get().plan());
      RequestedBlocks requested = new RequestedBlocks(planned.get().toHold());
      if (!requested.blocks().isEmpty()) {
        requested.write(fs, new Path(submitDir, RequestedBlocks.FILE_NAME));
        request(owner, requested, planned.get().plan(), files);
      }
    }
  }

  private Optional<PlannedInput> plan(String owner, JobInputs inputs, Map<String, Integer> slots) {
    Set<FileSegment> segments = new LinkedHashSet<>();
    inputs.splits().forEach(split -> segments.addAll(split.segments()));
    try (Storage storage = Storages.open(conf)) {
      Map<FileSegment, SegmentTiers> located = storage.locate(segments);
      Map<String, Integer> byNode = new HashMap<>();
      slots.forEach(
          (host, count) -> byNode.merge(storage.nodes().nameOf(host), count, Integer::sum));
      return planner.plan(
          owner,
          inputs.splits().stream().map(split -> tiersOf(split, located)).toList(),
          platform(byNode, storage.nodes()::cacheFree));
    }
  }

  private PrefetchPlatform platform(Map<String, Integer> slots, ToLongFunction<String> cacheFree) {
    String jobClass = PrefetchKeys.jobClass(conf::get, conf.get(MRJobConfig.JOB_NAME, ""));
    LearnedModel learned = models.map(all -> all.load(jobClass)).orElse(LearnedModel.EMPTY);
    return PrefetchPlatform.read(conf::get, learned, jobClass, slots, cacheFree);
  }

  private static List<SegmentTiers> tiersOf(
      SplitInput split, Map<FileSegment, SegmentTiers> located) {
    return split.segments().stream().map(located::get).filter(Objects::nonNull).toList();
  }

  private void request(String owner, RequestedBlocks requested, PrefetchPlan plan, PlanFiles files)
      throws InterruptedException {
    Storage storage = Storages.open(conf);
    PinSession session = storage.pin(owner, requested.blocks());
    try {
      session.await(delay(plan)); // no longer than blocks are awaited, be they refused
    } finally {
      handOver(owner, storage, session, files);
    }
  }

  private Duration delay(PrefetchPlan plan) {
    return prefetcher == PrefetcherName.ORACLE
        ? Duration.ofMillis(PrefetchKeys.MAX_DELAY_MS.read(conf::get))
        : Duration.ofNanos((long) Math.ceil(plan.delaySeconds() * 1e9));
  }

  /**
   * Lets go of the blocks once the application master has had the time to take them over. Passes to
   * it how long each took to be cached, and logs which were refused.
   */
  private static void handOver(String owner, Storage storage, PinSession session, PlanFiles files) {
    Duration after = session.timeToLive();
    long end = System.nanoTime() + after.toNanos();
    Thread thread =
        new Thread(
            () -> {
              try {
                session.await(after);
                Refusals.of(session.progress())
                    .ifPresent(refused -> LOG.warn("Prefetching for {}: {}", owner, refused));
                files.writeCacheTimes(session.progress());
                Thread.sleep(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              storage.close();
            },
            "trident-prefetch-hand-over");
    thread.setDaemon(true);
    thread.start();
  }
}
