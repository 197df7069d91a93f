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
package io.trident.hdfs.namenode;

import io.trident.core.guard.Guard;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to clients which replicas are about to be cached, and caches single blocks for them; set
 * it in {@code dfs.namenode.plugins}.
 *
 * <p>It adds two protocols to the NameNode's client RPC server and holds no durable state. What of
 * it cannot start, the NameNode runs without, which its log reports.
 */
public final class TridentNameNodePlugin implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(TridentNameNodePlugin.class);

  private final LongSupplier nanoTime;
  private final Guard guard =
      new Guard((consequence, failure) -> LOG.warn("{}", consequence, failure));
  private @Nullable AutoCloseable services;

  /** For HDFS, which calls {@link #start} next. */
  public TridentNameNodePlugin() {
    this(System::nanoTime); // not the wall clock, which administrators and NTP set
  }

  /**
   * Creates a plugin whose leases end by another clock.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  TridentNameNodePlugin(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public void start(Object service) {
    guard.run(
        "Trident serves nothing; clients use HDFS itself",
        () -> services = PluginServices.start((NameNode) service, nanoTime, guard));
  }

  @Override
  public void stop() {
    AutoCloseable started = services;
    services = null;
    if (started != null) {
      guard.run("Trident's threads and metrics may outlive the NameNode's service", started::close);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
