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
package io.trident.hdfs.locate;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.trident.core.config.ConfigException;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.hdfs.HdfsKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Finds on which tiers the blocks of files are.
 *
 * <p>Thread-safe. A look-up asks once for each file that it does not remember, many files in one
 * NameNode call. It never throws because of its input and never blocks longer than {@code
 * trident.hdfs.locate.timeout-ms}: what cannot be known is reported by {@link
 * SegmentTiers#availability}, warned of once per cause, and counted in the metrics2 source {@code
 * TridentTierLocator}. An answer that comes late is used by the next look-up.
 */
public final class TierLocator implements AutoCloseable {
  private static final FileTiers UNREACHABLE = FileTiers.unknown(Availability.UNREACHABLE);

  private final LocatorMetrics metrics = new LocatorMetrics();
  private final SeenNodes nodes = new SeenNodes();
  private final Duration timeout;
  private final int batch;
  private final ExecutorService readers;
  private final FileReader reader;
  private final AsyncCache<String, Dated> files;
  private final AgeLimits ages;
  private final LongSupplier nanoTime;

  /**
   * Creates a locator that acts as the current user.
   *
   * @throws ConfigException if a key of {@link HdfsKeys} is invalid
   */
  public TierLocator(Configuration conf) {
    this(conf, System::nanoTime);
  }

  /**
   * Creates a locator that acts as the current user.
   *
   * @param nanoTime monotonic clock in nanoseconds that ages answers, as {@link System#nanoTime}
   * @throws ConfigException if a key of {@link HdfsKeys} is invalid
   */
  public TierLocator(Configuration conf, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    ages = AgeLimits.read(conf);
    timeout = Duration.ofMillis(HdfsKeys.LOCATE_TIMEOUT_MS.read(conf::get));
    batch = HdfsKeys.LOCATE_BATCH_FILES.read(conf::get);
    reader = new FileReader(conf, currentUser(), nanoTime, metrics, nodes);
    files =
        Caffeine.newBuilder()
            .executor(Runnable::run) // upkeep is short; loads run on the readers
            .maximumWeight(HdfsKeys.LOCATE_CACHE_BLOCKS.read(conf::get))
            .weigher((String path, Dated answer) -> Math.max(1, answer.file().blocks().size()))
            .buildAsync();
    readers = readers(HdfsKeys.LOCATE_THREADS.read(conf::get));
    metrics.register();
  }

  /**
   * Looks up segments.
   *
   * @return one entry per distinct segment, in the order of {@code segments}
   */
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments) {
    return locate(segments, timeout);
  }

  /**
   * Looks up segments, blocking for at most {@code atMost} instead of the configured time.
   *
   * @return one entry per distinct segment, in the order of {@code segments}
   */
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments, Duration atMost) {
    Map<String, CompletableFuture<Dated>> answers = new LinkedHashMap<>();
    Map<String, CompletableFuture<Dated>> toRead = new LinkedHashMap<>();
    for (FileSegment segment : segments) {
      answers.computeIfAbsent(segment.path(), path -> lookUp(path, toRead));
    }
    startReading(toRead);
    await(CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new)), atMost);
    Map<String, FileTiers> known = new LinkedHashMap<>();
    answers.forEach((path, answer) -> known.put(path, resultOf(path, answer)));
    Map<FileSegment, SegmentTiers> located = new LinkedHashMap<>();
    for (FileSegment segment : segments) {
      FileTiers file = known.getOrDefault(segment.path(), UNREACHABLE);
      located.computeIfAbsent(segment, file::under);
    }
    return located;
  }

  /** Returns what answers so far held about DataNodes. */
  public SeenNodes nodes() {
    return nodes;
  }

  /** Ends look-ups in flight as unreachable; later ones are unreachable too. */
  @Override
  public void close() {
    readers.shutdownNow();
    reader.close();
    metrics.close();
  }

  LocatorMetrics metrics() {
    return metrics;
  }

  /** Returns the answer for a file; one to come is added to {@code toRead} if nobody reads it. */
  private CompletableFuture<Dated> lookUp(
      String path, Map<String, CompletableFuture<Dated>> toRead) {
    CompletableFuture<Dated> known = files.getIfPresent(path);
    if (known != null && isSpent(known)) {
      files.asMap().remove(path, known);
      known = null;
    }
    metrics.lookedUp(known != null && known.isDone());
    if (known != null) {
      return known;
    }
    CompletableFuture<Dated> promise = new CompletableFuture<>();
    CompletableFuture<Dated> other = files.asMap().putIfAbsent(path, promise);
    if (other != null) {
      return other;
    }
    toRead.put(path, promise);
    return promise;
  }

  /** Starts calls for files of one file system each, so that a slow one holds up no other. */
  private void startReading(Map<String, CompletableFuture<Dated>> toRead) {
    Map<String, List<String>> byFileSystem = new LinkedHashMap<>();
    for (String path : toRead.keySet()) {
      byFileSystem.computeIfAbsent(fileSystemOf(path), any -> new ArrayList<>()).add(path);
    }
    for (List<String> paths : byFileSystem.values()) {
      for (int from = 0; from < paths.size(); from += batch) {
        startReading(paths.subList(from, Math.min(paths.size(), from + batch)), toRead);
      }
    }
  }

  private void startReading(List<String> paths, Map<String, CompletableFuture<Dated>> promises) {
    try {
      readers.execute(() -> read(paths, promises));
    } catch (RejectedExecutionException e) {
      metrics.degraded(Degradation.UNREACHABLE, paths.get(0), e);
      keepPromises(paths, promises, path -> UNREACHABLE, nanoTime.getAsLong());
    }
  }

  /** Returns scheme and authority of a path; empty if it has none. */
  private static String fileSystemOf(String path) {
    int authority = path.indexOf("://");
    return authority < 0 ? "" : path.substring(0, endOfAuthority(path, authority + 3));
  }

  private static int endOfAuthority(String path, int from) {
    int end = path.indexOf('/', from);
    return end < 0 ? path.length() : end;
  }

  private boolean isSpent(CompletableFuture<Dated> answer) {
    return answer.isDone()
        && (answer.isCompletedExceptionally() || ages.isOld(answer.join(), nanoTime.getAsLong()));
  }

  private void read(List<String> paths, Map<String, CompletableFuture<Dated>> promises) {
    long start = System.nanoTime();
    long askedAt = nanoTime.getAsLong();
    Map<String, FileTiers> read = Map.of();
    try {
      read = reader.read(paths);
    } finally {
      metrics.read(paths.size(), System.nanoTime() - start);
      Map<String, FileTiers> result = read;
      keepPromises(paths, promises, path -> result.getOrDefault(path, UNREACHABLE), askedAt);
    }
  }

  private static void keepPromises(
      List<String> paths,
      Map<String, CompletableFuture<Dated>> promises,
      Function<String, FileTiers> answers,
      long askedAt) {
    for (String path : paths) {
      CompletableFuture<Dated> promise = promises.get(path);
      if (promise != null) {
        promise.complete(new Dated(answers.apply(path), askedAt));
      }
    }
  }

  private static void await(CompletableFuture<Void> all, Duration atMost) {
    try {
      all.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      return; // reported file by file
    }
  }

  private FileTiers resultOf(String path, CompletableFuture<Dated> answer) {
    if (!answer.isDone()) {
      metrics.degraded(Degradation.TIMED_OUT, path, null);
      return UNREACHABLE;
    }
    return answer.isCompletedExceptionally() ? UNREACHABLE : answer.join().file();
  }

  private static ExecutorService readers(int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), // each file is in it at most once
            runnable -> {
              Thread thread = new Thread(runnable, "trident-tier-locator");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static UserGroupInformation currentUser() {
    try {
      return UserGroupInformation.getCurrentUser();
    } catch (IOException e) {
      throw new UncheckedIOException("The current user is unknown", e);
    }
  }

  /** An answer and when it was asked for, by the locator's clock. */
  private record Dated(FileTiers file, long askedAtNanos) {}

  /** How old an answer may be, in nanoseconds. */
  private record AgeLimits(long usual, long pending, long unreachable) {
    static AgeLimits read(Configuration conf) {
      return new AgeLimits(
          TimeUnit.MILLISECONDS.toNanos(HdfsKeys.LOCATE_MAX_AGE_MS.read(conf::get)),
          TimeUnit.MILLISECONDS.toNanos(HdfsKeys.LOCATE_PENDING_MAX_AGE_MS.read(conf::get)),
          TimeUnit.MILLISECONDS.toNanos(HdfsKeys.LOCATE_RETRY_AFTER_MS.read(conf::get)));
    }

    boolean isOld(Dated answer, long now) {
      return now - answer.askedAtNanos() >= limit(answer.file());
    }

    private long limit(FileTiers file) {
      if (file.availability() == Availability.UNREACHABLE) {
        return unreachable;
      }
      return file.cachePending() ? pending : usual;
    }
  }
}
