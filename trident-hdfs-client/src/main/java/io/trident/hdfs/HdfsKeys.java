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
package io.trident.hdfs;

import io.trident.core.config.ConfigKey;
import io.trident.core.layout.placement.Isolation;
import java.util.List;

/** The configuration keys of Trident for HDFS. */
public final class HdfsKeys {
  /** Largest number of blocks that a locator remembers. */
  public static final ConfigKey<Integer> LOCATE_CACHE_BLOCKS =
      ConfigKey.intKey(
          "trident.hdfs.locate.cache-blocks",
          200_000,
          1,
          100_000_000,
          "How many blocks a client remembers the tiers of; about 400 bytes of heap each.");

  /** Age after which known tiers are asked for again. */
  public static final ConfigKey<Long> LOCATE_MAX_AGE_MS =
      ConfigKey.longKey(
          "trident.hdfs.locate.max-age-ms",
          30_000,
          0,
          86_400_000,
          "Milliseconds after which the tiers of a file are asked for again.");

  /** Age limit of a file with replicas about to be cached. */
  public static final ConfigKey<Long> LOCATE_PENDING_MAX_AGE_MS =
      ConfigKey.longKey(
          "trident.hdfs.locate.pending-max-age-ms",
          1_000,
          0,
          86_400_000,
          "Milliseconds after which the tiers of a file are asked for again while some replica of"
              + " it is about to be cached.");

  /** Age limit of an answer that was no answer. */
  public static final ConfigKey<Long> LOCATE_RETRY_AFTER_MS =
      ConfigKey.longKey(
          "trident.hdfs.locate.retry-after-ms",
          10_000,
          0,
          86_400_000,
          "Milliseconds after which a file whose NameNode could not be reached is asked for"
              + " again.");

  /** Longest time that a look-up blocks its caller. */
  public static final ConfigKey<Long> LOCATE_TIMEOUT_MS =
      ConfigKey.longKey(
          "trident.hdfs.locate.timeout-ms",
          5_000,
          1,
          600_000,
          "Longest time in milliseconds that a look-up of any number of files blocks its caller;"
              + " files not answered by then count as unreachable, and their answers are used once"
              + " they come.");

  /** Number of look-ups in flight. */
  public static final ConfigKey<Integer> LOCATE_THREADS =
      ConfigKey.intKey(
          "trident.hdfs.locate.threads",
          4,
          1,
          256,
          "How many calls of a client to NameNodes are in flight at the same time.");

  /** Number of files per call. */
  public static final ConfigKey<Integer> LOCATE_BATCH_FILES =
      ConfigKey.intKey(
          "trident.hdfs.locate.batch-files",
          64,
          1,
          1_000,
          "How many files a client asks a NameNode for in one call. A NameNode without Trident's"
              + " plugin takes as many as its dfs.namenode.batched.listing.limit allows; of one"
              + " that takes fewer, files are asked for one by one.");

  /** Longest time for an answer of the NameNode plugin. */
  public static final ConfigKey<Long> PLUGIN_TIMEOUT_MS =
      ConfigKey.longKey(
          "trident.hdfs.plugin.timeout-ms",
          2_000,
          1,
          600_000,
          "Longest time in milliseconds that a client waits for Trident's NameNode plugin before it"
              + " asks HDFS itself.");

  /** How long a plugin that failed is left alone. */
  public static final ConfigKey<Long> PLUGIN_RETRY_AFTER_MS =
      ConfigKey.longKey(
          "trident.hdfs.plugin.retry-after-ms",
          60_000,
          0,
          86_400_000,
          "Milliseconds for which a client asks HDFS itself, or caches by cache directives, after"
              + " it found Trident's NameNode plugin absent, slow or wrong.");

  /** Bound of the plugin's work per call. */
  public static final ConfigKey<Integer> PLUGIN_MAX_BLOCKS =
      ConfigKey.intKey(
          "trident.hdfs.plugin.max-blocks",
          100_000,
          1,
          100_000_000,
          "How many blocks a file may have for the NameNode plugin to look it up in one call."
              + " Larger ones are looked up by HDFS itself, without what is about to be cached.");

  /** Bound of the plugin's work per call. */
  public static final ConfigKey<Integer> PLUGIN_MAX_FILES =
      ConfigKey.intKey(
          "trident.hdfs.plugin.max-files",
          1_000,
          1_000,
          1_000_000,
          "How many files the NameNode plugin looks at in one call; clients ask for at most"
              + " 1,000.");

  /** Bound of the plugin's work for all clients. */
  public static final ConfigKey<Integer> PLUGIN_MAX_FILES_PER_SECOND =
      ConfigKey.intKey(
          "trident.hdfs.plugin.max-files-per-second",
          10_000,
          1,
          1_000_000_000,
          "How many files the NameNode plugin looks up in a second, over all clients. Half of it is"
              + " kept for users who ask for little beside others, so no user can use it up."
              + " Clients that are refused go by what they know, and ask again after"
              + " trident.hdfs.locate.retry-after-ms.");

  /** The tiers that replicas are spread over. */
  public static final ConfigKey<String> PLACEMENT_TIERS =
      ConfigKey.textKey(
          "trident.hdfs.placement.tiers",
          "NVDIMM,SSD,DISK",
          "Storage types, fastest first, that the tier placement policy puts one replica of each"
              + " block on; of NVDIMM, SSD, DISK and ARCHIVE. Every block gets a replica on the"
              + " last one. Tag a volume on tmpfs as NVDIMM to make it the memory tier.");

  /** The tiers that forget. */
  public static final ConfigKey<String> PLACEMENT_VOLATILE_TIERS =
      ConfigKey.textKey(
          "trident.hdfs.placement.volatile-tiers",
          "NVDIMM",
          "Storage types whose volumes lose their replicas when their machine restarts, as those on"
              + " tmpfs do. none if NVDIMM is persistent memory. The last tier cannot be one.");

  /** How many persistent replicas come before a volatile one. */
  public static final ConfigKey<Integer> PLACEMENT_PERSISTENT_REPLICAS =
      ConfigKey.intKey(
          "trident.hdfs.placement.persistent-replicas",
          2,
          1,
          512,
          "How many replicas of a block are on persistent tiers before one is on a volatile tier."
              + " With 2, a file of replication 2 has none in memory, one of replication 3 has one."
              + " With 1, a file of replication 2 has one of its two there.");

  /** The cache pool of leases and directives. */
  public static final ConfigKey<String> CACHE_POOL =
      ConfigKey.textKey(
          "trident.hdfs.cache.pool",
          "trident",
          "Cache pool in which blocks that are cached for jobs count. A superuser creates it with"
              + " hdfs cacheadmin -addPool; users need write permission on it, and see each other's"
              + " leases with read permission.");

  /** Time to live of a lease. */
  public static final ConfigKey<Long> CACHE_TTL_MS =
      ConfigKey.longKey(
          "trident.hdfs.cache.ttl-ms",
          60_000,
          1_000,
          86_400_000,
          "Milliseconds after which blocks cached for a job are let go unless the job's client"
              + " renews its lease.");

  /** How often a lease is renewed. */
  public static final ConfigKey<Long> CACHE_RENEW_INTERVAL_MS =
      ConfigKey.longKey(
          "trident.hdfs.cache.renew-interval-ms",
          15_000,
          100,
          86_400_000,
          "Milliseconds between renewals of a lease whose blocks are all cached or refused; of"
              + " trident.hdfs.cache.ttl-ms, a third at most is used.");

  /** How often progress is asked for. */
  public static final ConfigKey<Long> CACHE_POLL_INTERVAL_MS =
      ConfigKey.longKey(
          "trident.hdfs.cache.poll-interval-ms",
          1_000,
          50,
          600_000,
          "Milliseconds between renewals of a lease while some of its blocks are about to be"
              + " cached.");

  /** How long a block may be about to be cached. */
  public static final ConfigKey<Long> CACHE_PENDING_TIMEOUT_MS =
      ConfigKey.longKey(
          "trident.hdfs.cache.pending-timeout-ms",
          300_000,
          1_000,
          86_400_000,
          "Milliseconds after which a block that is still not cached is given up; without Trident's"
              + " NameNode plugin, the renewals of its file's directive end when all are.");

  /** Longest time for an answer about leases. */
  public static final ConfigKey<Long> CACHE_CALL_TIMEOUT_MS =
      ConfigKey.longKey(
          "trident.hdfs.cache.call-timeout-ms",
          10_000,
          1,
          600_000,
          "Longest time in milliseconds that the background thread of a client waits for one answer"
              + " of the NameNode about cached blocks.");

  /** What to do on a NameNode without plugin. */
  public static final ConfigKey<WithoutPlugin> CACHE_WITHOUT_PLUGIN =
      ConfigKey.enumKey(
          "trident.hdfs.cache.without-plugin",
          WithoutPlugin.WHOLE_FILES,
          "What a client does on a NameNode without Trident's plugin: cache the whole files of the"
              + " blocks by cache directives, on nodes that HDFS picks, or nothing.");

  /** Longest time to live that the plugin grants. */
  public static final ConfigKey<Long> CACHE_MAX_TTL_MS =
      ConfigKey.longKey(
          "trident.hdfs.cache.max-ttl-ms",
          3_600_000,
          1_000,
          86_400_000,
          "Longest time to live in milliseconds that the NameNode plugin grants a lease.");

  /** Bound of the plugin's leases. */
  public static final ConfigKey<Integer> CACHE_MAX_BLOCKS =
      ConfigKey.intKey(
          "trident.hdfs.cache.max-blocks",
          100_000,
          1,
          10_000_000,
          "How many blocks the NameNode plugin pins at a time, over all leases; about 530 bytes of"
              + " heap each and 2.6 KB at most, and a microsecond or two of the NameNode's lock in"
              + " each rescan. A block of a file whose path has 256 characters or more counts once"
              + " more for each 256.");

  /** Bound of the leases of one user. */
  public static final ConfigKey<Integer> CACHE_MAX_BLOCKS_PER_USER =
      ConfigKey.intKey(
          "trident.hdfs.cache.max-blocks-per-user",
          80_000,
          1,
          10_000_000,
          "How many of the blocks of trident.hdfs.cache.max-blocks one user may have pinned.");

  /** Bound of the leases of one user. */
  public static final ConfigKey<Long> CACHE_MAX_BYTES_PER_USER =
      ConfigKey.longKey(
          "trident.hdfs.cache.max-bytes-per-user",
          1L << 40,
          1,
          Long.MAX_VALUE,
          "How many bytes one user may have pinned, over all cache pools, whatever their limits;"
              + " each replica counts.");

  /** Bound of a call that asks for blocks. */
  public static final ConfigKey<Integer> CACHE_MAX_BLOCKS_PER_CALL =
      ConfigKey.intKey(
          "trident.hdfs.cache.max-blocks-per-call",
          10_000,
          1_000,
          1_000_000,
          "How many blocks the NameNode plugin is asked to pin in one call; clients ask for at most"
              + " 1,000.");

  /** Whether lost extents are rebuilt. */
  public static final ConfigKey<Boolean> LAYOUT_ENABLED =
      ConfigKey.switchKey(
          "trident.hdfs.layout.enabled",
          false,
          "Whether the NameNode plugin and the DataNode plugins rebuild lost extents of logically"
              + " replicated tables. Set it on NameNodes and DataNodes alike.");

  /** Whether extents on stale nodes are rebuilt. */
  public static final ConfigKey<StaleRebuild> LAYOUT_STALE_REBUILD =
      ConfigKey.enumKey(
          "trident.hdfs.layout.stale-rebuild",
          StaleRebuild.ON_DEMAND,
          "When an extent is rebuilt whose only DataNode is stale"
              + " (dfs.namenode.stale.datanode.interval) and not yet dead: once a client with"
              + " io.trident.hdfs.filesystem.RebuildingFileSystem waits for it, or at once, which"
              + " copies all extents of a node that is away for a minute. Set it on NameNodes.");

  /** How long a client waits for a rebuild. */
  public static final ConfigKey<Long> LAYOUT_REBUILD_WAIT_MS =
      ConfigKey.longKey(
          "trident.hdfs.layout.rebuild-wait-ms",
          5_000,
          0,
          600_000,
          "Longest time in milliseconds that a client with"
              + " io.trident.hdfs.filesystem.RebuildingFileSystem waits for an extent that no"
              + " DataNode serves. After that the read goes on, and fails, as HDFS's own.");

  /** Memory of a rebuild. */
  public static final ConfigKey<Integer> LAYOUT_SORT_MEMORY_MB =
      ConfigKey.intKey(
          "trident.hdfs.layout.sort-memory-mb",
          64,
          1,
          65_536,
          "MiB of rows that are kept in memory while an extent is rebuilt; more are sorted on disk."
              + " A DataNode rebuilds up to dfs.namenode.replication.max-streams at a time. In a"
              + " worker it is a quarter of trident.hdfs.layout.worker-heap-mb at most.");

  /** Where rows are parsed. */
  public static final ConfigKey<WorkerPlace> LAYOUT_WORKER =
      ConfigKey.enumKey(
          "trident.hdfs.layout.worker",
          WorkerPlace.PROCESS,
          "Where a DataNode rebuilds extents from rows: in a worker, a process beside it that has"
              + " one rebuild at a time and a heap of its own, or in its own JVM, which a row or"
              + " file that takes too much memory can then take down.");

  /** Heap of a worker. */
  public static final ConfigKey<Integer> LAYOUT_WORKER_HEAP_MB =
      ConfigKey.intKey(
          "trident.hdfs.layout.worker-heap-mb",
          512,
          32,
          1_048_576,
          "MiB of heap of a worker. Each rebuild at a time has one; a rebuild that needs more fails"
              + " and is counted in WorkersOutOfMemory.");

  /** How long a worker waits. */
  public static final ConfigKey<Long> LAYOUT_WORKER_IDLE_MS =
      ConfigKey.longKey(
          "trident.hdfs.layout.worker-idle-ms",
          300_000,
          0,
          86_400_000,
          "Milliseconds for which a worker that has nothing to rebuild is kept.");

  /** How long a worker may do nothing. */
  public static final ConfigKey<Long> LAYOUT_WORKER_TIMEOUT_MS =
      ConfigKey.longKey(
          "trident.hdfs.layout.worker-timeout-ms",
          120_000,
          1_000,
          86_400_000,
          "Milliseconds after which a worker that neither asks for bytes nor sends any is killed;"
              + " it sorts rows meanwhile. Its rebuild has failed and is tried again.");

  /** What a failure domain is made of. */
  public static final ConfigKey<Isolation> LAYOUT_ISOLATION =
      ConfigKey.enumKey(
          "trident.hdfs.layout.isolation",
          Isolation.RACKS,
          "What keeps the dimensions of logically replicated tables apart: each has racks of its"
              + " own, for which there must be at least three, or nodes of its own, which one"
              + " failed rack can lose together. Set it on NameNodes and for the Balancer alike;"
              + " what was divided stays divided as it was.");

  /** How many failure domains there are. */
  public static final ConfigKey<Integer> LAYOUT_DOMAINS =
      ConfigKey.intKey(
          "trident.hdfs.layout.domains",
          3,
          2,
          16,
          "How many failure domains a cluster is divided into, once: as many as most logically"
              + " replicated tables have dimensions. Of a table with more, two dimensions share"
              + " one.");

  /** Memory for slices; none is no service. */
  public static final ConfigKey<Integer> SLICES_MEMORY_MB =
      ConfigKey.intKey(
          "trident.hdfs.slices.memory-mb",
          512,
          0,
          1_048_576,
          "MiB of slices of extents that a DataNode keeps in its JVM for clients that ask for them,"
              + " together with the extents that it slices at the time; a quarter of the heap at"
              + " most. An extent that is larger is not sliced there; with 0 none is, and clients"
              + " read extents themselves.");

  /** Threads that slice. */
  public static final ConfigKey<Integer> SLICES_READERS =
      ConfigKey.intKey(
          "trident.hdfs.slices.readers",
          2,
          1,
          256,
          "How many extents a DataNode reads and slices at a time.");

  /** Share of requests. */
  public static final ConfigKey<Integer> SLICES_PERCENT =
      ConfigKey.intKey(
          "trident.hdfs.slices.percent",
          90,
          1,
          100,
          "An extent is read once so many of the requests for its slices have come, in percent of"
              + " those that are expected; the slices of the others are kept for them.");

  /** How long requests gather. */
  public static final ConfigKey<Long> SLICES_GATHER_MS =
      ConfigKey.longKey(
          "trident.hdfs.slices.gather-ms",
          1_000,
          0,
          600_000,
          "An extent is read at the latest so many milliseconds after the first request for one of"
              + " its slices, however many have come.");

  /** How long requests wait for memory. */
  public static final ConfigKey<Long> SLICES_QUEUE_MS =
      ConfigKey.longKey(
          "trident.hdfs.slices.queue-ms",
          10_000,
          0,
          600_000,
          "Milliseconds that requests wait for memory or a reader beyond"
              + " trident.hdfs.slices.gather-ms. After that clients read the extent themselves.");

  /** How long slices are kept. */
  public static final ConfigKey<Long> SLICES_KEEP_MS =
      ConfigKey.longKey(
          "trident.hdfs.slices.keep-ms",
          60_000,
          0,
          86_400_000,
          "Milliseconds that a DataNode keeps a slice that nobody asks for.");

  /** How long a client waits. */
  public static final ConfigKey<Long> SLICES_WAIT_MS =
      ConfigKey.longKey(
          "trident.hdfs.slices.wait-ms",
          30_000,
          0,
          600_000,
          "Longest time in milliseconds that a client waits for a slice of an extent. After that it"
              + " reads the extent itself; with 0 it never asks.");

  private HdfsKeys() {}

  /** What a client does on a NameNode without Trident's plugin. */
  public enum WithoutPlugin {
    /** Adds cache directives for the whole files. */
    WHOLE_FILES,
    /** Caches nothing. */
    NOTHING
  }

  /** Where a DataNode rebuilds extents from rows. */
  public enum WorkerPlace {
    /** In a process beside it. */
    PROCESS,
    /** In its own JVM. */
    IN_JVM
  }

  /** When an extent is rebuilt whose only DataNode is stale. */
  public enum StaleRebuild {
    /** When a reader waits for it. */
    ON_DEMAND,
    /** As soon as the node is stale. */
    AT_ONCE
  }

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(
        LOCATE_CACHE_BLOCKS,
        LOCATE_MAX_AGE_MS,
        LOCATE_PENDING_MAX_AGE_MS,
        LOCATE_RETRY_AFTER_MS,
        LOCATE_TIMEOUT_MS,
        LOCATE_THREADS,
        LOCATE_BATCH_FILES,
        PLUGIN_TIMEOUT_MS,
        PLUGIN_RETRY_AFTER_MS,
        PLUGIN_MAX_BLOCKS,
        PLUGIN_MAX_FILES,
        PLUGIN_MAX_FILES_PER_SECOND,
        CACHE_POOL,
        CACHE_TTL_MS,
        CACHE_RENEW_INTERVAL_MS,
        CACHE_POLL_INTERVAL_MS,
        CACHE_PENDING_TIMEOUT_MS,
        CACHE_CALL_TIMEOUT_MS,
        CACHE_WITHOUT_PLUGIN,
        CACHE_MAX_TTL_MS,
        CACHE_MAX_BLOCKS,
        CACHE_MAX_BLOCKS_PER_USER,
        CACHE_MAX_BYTES_PER_USER,
        CACHE_MAX_BLOCKS_PER_CALL,
        LAYOUT_ENABLED,
        LAYOUT_STALE_REBUILD,
        LAYOUT_REBUILD_WAIT_MS,
        LAYOUT_SORT_MEMORY_MB,
        LAYOUT_WORKER,
        LAYOUT_WORKER_HEAP_MB,
        LAYOUT_WORKER_IDLE_MS,
        LAYOUT_WORKER_TIMEOUT_MS,
        LAYOUT_ISOLATION,
        LAYOUT_DOMAINS,
        SLICES_MEMORY_MB,
        SLICES_READERS,
        SLICES_PERCENT,
        SLICES_GATHER_MS,
        SLICES_QUEUE_MS,
        SLICES_KEEP_MS,
        SLICES_WAIT_MS,
        PLACEMENT_TIERS,
        PLACEMENT_VOLATILE_TIERS,
        PLACEMENT_PERSISTENT_REPLICAS);
  }
}
