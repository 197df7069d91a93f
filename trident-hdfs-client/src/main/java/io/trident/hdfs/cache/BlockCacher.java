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
package io.trident.hdfs.cache;

import io.trident.core.config.ConfigException;
import io.trident.core.guard.Guard;
import io.trident.core.storage.BlockToCache;
import io.trident.hdfs.locate.HdfsResolver;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.LeaseInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has single blocks cached on chosen nodes: executes prefetch plans.
 *
 * <p>It acts as the user who created it, with background threads; {@link #cache} neither waits nor
 * throws for what happens on the cluster. Blocks stay cached while their session is open and this
 * process lives, and for the time to live ({@code trident.hdfs.cache.ttl-ms}) after. On a NameNode
 * without Trident's plugin, whole files are cached by cache directives. Thread-safe.
 */
public final class BlockCacher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCacher.class);
  private static final int THREADS = 2;

  private final Configuration conf;
  private final HdfsResolver resolver;
  private final CacheSettings settings;
  private final LongSupplier nanoTime;
  private final UserGroupInformation user;
  private final ScheduledThreadPoolExecutor workers;
  private final Guard guard =
      new Guard((consequence, failure) -> LOG.warn("{}", consequence, failure));
  private final Set<CacheSession> sessions = ConcurrentHashMap.newKeySet();

  /**
   * Creates a cacher that acts as the current user.
   *
   * @throws ConfigException if a key of {@link io.trident.hdfs.HdfsKeys} is invalid
   */
  public BlockCacher(Configuration conf) {
    this(conf, System::nanoTime);
  }

  /**
   * Creates a cacher that acts as the current user.
   *
   * @param nanoTime monotonic clock in nanoseconds, as {@link System#nanoTime}
   * @throws ConfigException if a key of {@link io.trident.hdfs.HdfsKeys} is invalid
   */
  public BlockCacher(Configuration conf, LongSupplier nanoTime) {
    this.conf = conf;
    this.resolver = new HdfsResolver(conf);
    this.settings = CacheSettings.read(conf);
    this.nanoTime = nanoTime;
    try {
      this.user = UserGroupInformation.getCurrentUser();
    } catch (IOException e) {
      throw new UncheckedIOException("The current user is unknown", e);
    }
    this.workers =
        new ScheduledThreadPoolExecutor(
            THREADS,
            runnable -> {
              Thread thread = new Thread(runnable, "trident-block-cacher");
              thread.setDaemon(true);
              return thread;
            }) {
          @Override
          protected void terminated() {
            resolver.close(); // after the last release
          }
        };
    workers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Starts to have blocks cached.
   *
   * @param owner who they are for, such as an application id; 1 to 256 characters
   * @param blocks the steps of a plan, most urgent first
   * @return the session, to be closed when the blocks are no longer wanted
   */
  public CacheSession cache(String owner, Collection<BlockToCache> blocks) {
    CacheSession session =
        new CacheSession(owner, blocks, conf, resolver, settings, nanoTime, this::scheduleRelease);
    sessions.add(session);
    schedule(session, Duration.ZERO);
    return session;
  }

  /**
   * Lists the leases that the NameNode shows to the user; waits for the answer.
   *
   * @throws IOException if there is none
   */
  public List<LeaseInfo> leases(DistributedFileSystem hdfs) throws IOException {
    return plugin(hdfs).list();
  }

  /**
   * Ends a lease, whoever holds it, if the user may; waits for the answer.
   *
   * @return false if there is no such lease
   * @throws IOException if there is no answer, or the user may not
   */
  public boolean release(DistributedFileSystem hdfs, String leaseId) throws IOException {
    return plugin(hdfs).release(leaseId);
  }

  private BlockCacheProtocol plugin(DistributedFileSystem hdfs) throws IOException {
    return CachePart.plugin(hdfs.getUri(), conf, settings);
  }

  private void schedule(CacheSession session, Duration pause) {
    try {
      ScheduledFuture<?> unused =
          workers.schedule(() -> run(session), pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("Closed", e);
    }
  }

  private void run(CacheSession session) {
    if (session.isClosed()) {
      return;
    }
    Duration pause =
        guard.get(
            "Blocks are not cached for jobs",
            () -> user.doAs((PrivilegedAction<Duration>) session::step),
            session::fail);
    schedule(session, pause);
  }

  private void scheduleRelease(CacheSession session) {
    if (sessions.remove(session)) {
      try {
        workers.execute(() -> release(session));
      } catch (RejectedExecutionException e) {
        LOG.debug("Closed", e);
      }
    }
  }

  private void release(CacheSession session) {
    guard.run(
        "Blocks cached for jobs stay cached for their time to live",
        () ->
            user.doAs(
                (PrivilegedAction<Void>)
                    () -> {
                      session.release();
                      return null;
                    }));
  }

  /** Closes the sessions; waits for at most two seconds for each. */
  @Override
  public void close() {
    List<CacheSession> open = List.copyOf(sessions);
    open.forEach(CacheSession::startToClose);
    open.forEach(CacheSession::close);
    workers.shutdown();
  }
}
