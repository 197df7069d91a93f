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

import io.trident.core.config.ConfigException;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.config.WorkflowKeys;
import io.trident.core.prefetch.model.TierRates;
import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import io.trident.core.workflow.FreshBlock;
import io.trident.core.workflow.KeepPlan;
import io.trident.core.workflow.OutputKeeping;
import io.trident.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The output that a job has just committed. */
final class FreshOutput {
  private static final Logger LOG = LoggerFactory.getLogger(FreshOutput.class);

  private final Configuration conf;
  private final Storage storage;
  private final Path directory;
  private final Duration ttl;
  private final int maxBlocks;
  private final int cachePercent;
  private final TierRates rates;

  private FreshOutput(Configuration conf, Storage storage, Path directory, Duration ttl) {
    this.conf = conf;
    this.storage = storage;
    this.directory = directory;
    this.ttl = ttl;
    this.maxBlocks = WorkflowKeys.MAX_BLOCKS.read(conf::get);
    this.cachePercent = WorkflowKeys.CACHE_PERCENT.read(conf::get);
    this.rates = PrefetchKeys.rates(conf::get);
  }

  /**
   * Returns the output of a job if it is to be kept.
   *
   * @param conf the job's configuration
   * @param storage holds the output
   * @throws ConfigException if a key is invalid
   */
  static Optional<FreshOutput> of(Configuration conf, Storage storage) {
    Duration ttl = WorkflowKeys.keepOutput(conf::get);
    @Nullable String directory = conf.get(FileOutputFormat.OUTDIR);
    return ttl.isZero() || directory == null
        ? Optional.empty()
        : Optional.of(new FreshOutput(conf, storage, new Path(directory), ttl));
  }

  /**
   * Has the blocks kept that are worth it, and logs it in one line; waits for the NameNode.
   *
   * @param job who wrote it
   */
  void keep(String job, WorkflowMetrics metrics) throws IOException {
    List<FileSegment> files = files();
    if (files.size() > maxBlocks) {
      logTooLarge(job);
      return;
    }
    Map<String, BlockToCache> blocks = new LinkedHashMap<>();
    Map<FileSegment, SegmentTiers> located = storage.locate(files);
    List<FreshBlock> fresh = fresh(located, blocks);
    if (fresh.size() > maxBlocks) {
      logTooLarge(job);
      return;
    }
    KeepPlan plan =
        OutputKeeping.plan(
            fresh, node -> storage.nodes().cacheFree(node) / 100 * cachePercent, rates);
    long unknown =
        located.values().stream().filter(file -> file.availability() != Availability.KNOWN).count();
    LOG.info(
        "The output of {}: {}{}",
        job,
        plan.summary(),
        unknown == 0 ? "" : "; of %d files the tiers are not known".formatted(unknown));
    acquire(job, plan, blocks, metrics);
  }

  private void logTooLarge(String job) {
    LOG.info(
        "Nothing is kept of the output of {}: it has more blocks or files than {} allows",
        job,
        WorkflowKeys.MAX_BLOCKS.name());
  }

  /** The files that a job would read: not those named like {@code _SUCCESS} or {@code .crc}. */
  private List<FileSegment> files() throws IOException {
    FileSystem fs = directory.getFileSystem(conf);
    List<FileSegment> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> listing = fs.listFiles(directory, true);
    while (listing.hasNext() && files.size() <= maxBlocks) {
      FileStatus file = listing.next();
      String name = file.getPath().getName();
      if (file.getLen() > 0 && !name.startsWith("_") && !name.startsWith(".")) {
        files.add(new FileSegment(fs.makeQualified(file.getPath()).toString(), 0, file.getLen()));
      }
    }
    return files;
  }

  private static List<FreshBlock> fresh(
      Map<FileSegment, SegmentTiers> located, Map<String, BlockToCache> blocks) {
    List<FreshBlock> fresh = new ArrayList<>();
    for (SegmentTiers file : located.values()) {
      for (StoredBlock block : file.blocks()) {
        String id = block.key().name();
        blocks.put(id, new BlockToCache(block.key(), ""));
        fresh.add(
            new FreshBlock(
                id,
                block.length(),
                block.replicas().stream().map(StoredReplica::toReplica).toList()));
      }
    }
    return fresh;
  }

  /** Under one lease for each directory, since files of one directory are read together. */
  private void acquire(
      String job, KeepPlan plan, Map<String, BlockToCache> blocks, WorkflowMetrics metrics)
      throws IOException {
    Map<Path, List<BlockToCache>> byDirectory = new LinkedHashMap<>();
    for (KeepPlan.Kept kept : plan.kept()) {
      BlockToCache block = Objects.requireNonNull(blocks.get(kept.block()));
      byDirectory
          .computeIfAbsent(new Path(block.path()).getParent(), any -> new ArrayList<>())
          .add(new BlockToCache(block.key(), kept.node()));
    }
    for (Map.Entry<Path, List<BlockToCache>> each : byDirectory.entrySet()) {
      List<BlockProgress> states =
          storage.leases().acquire(each.getKey(), job, ttl, each.getValue());
      List<BlockProgress> failed = states.stream().filter(one -> one.state().isFailed()).toList();
      metrics.kept(states.size() - failed.size(), failed.size());
      LOG.info(
          "{} blocks of {} are kept for {} s unless a job that reads them prolongs it{}",
          states.size() - failed.size(),
          each.getKey(),
          ttl.toMillis() / 1e3,
          failed.isEmpty()
              ? ""
              : "; %d are not, one since %s %s"
                  .formatted(
                      failed.size(), failed.get(0).state().meaning(), failed.get(0).message()));
    }
  }
}
