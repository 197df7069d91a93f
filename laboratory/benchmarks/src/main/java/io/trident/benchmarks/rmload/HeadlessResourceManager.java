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
package io.trident.benchmarks.rmload;

import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;

/**
 * A resource manager of which only the scheduler runs. It listens nowhere, and the events that the
 * scheduler sends to applications and nodes end here, as the load plays these.
 */
final class HeadlessResourceManager extends ResourceManager {
  private final HostScheduler host;
  private final Contender contender;
  private final LongSupplier nanoClock;

  private HeadlessResourceManager(HostScheduler host, Contender contender, LongSupplier nanoClock) {
    this.host = host;
    this.contender = contender;
    this.nanoClock = nanoClock;
  }

  /**
   * Starts one.
   *
   * @param configuration of the same scheduler
   * @param nanoClock the scheduler's time, where it can be given one
   */
  static HeadlessResourceManager start(
      HostScheduler host,
      Contender contender,
      Configuration configuration,
      LongSupplier nanoClock) {
    DefaultMetricsSystem.setMiniClusterMode(true); // more than one in this process
    QueueMetrics.clearQueueMetrics(); // perhaps those of another kind of scheduler
    HeadlessResourceManager manager = new HeadlessResourceManager(host, contender, nanoClock);
    manager.init(configuration);
    manager.getRMContext().getContainerTokenSecretManager().rollMasterKey();
    manager.getRMContext().getNMTokenSecretManager().rollMasterKey();
    manager.scheduler().start();
    return manager;
  }

  AbstractYarnScheduler<?, ?> scheduler() {
    return (AbstractYarnScheduler<?, ?>) getResourceScheduler();
  }

  @Override
  protected ResourceScheduler createScheduler() {
    AbstractYarnScheduler<?, ?> created = contender.scheduler(host, nanoClock);
    if (created instanceof Configurable configurable) {
      configurable.setConf(getConfig());
    }
    return created;
  }

  @Override
  protected Dispatcher createDispatcher() {
    return new Silence();
  }

  /** The configuration of both contenders: four queues, of which two may not grow to the whole. */
  static Configuration configuration(HostScheduler host, Drive drive) {
    YarnConfiguration conf = new YarnConfiguration();
    host.configure(conf, drive);
    // Simulated heartbeats may come late, by the clock on the wall.
    conf.setInt(YarnConfiguration.SCHEDULER_SKIP_NODE_MULTIPLIER, 10_000);
    // For so long a timer holds the scheduler that has ended.
    conf.setInt(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, 1_000);
    return conf;
  }

  /** Takes all events and passes none on. */
  @SuppressWarnings("rawtypes") // as the interface is declared
  private static final class Silence implements Dispatcher {
    private final EventHandler<Event> nobody = event -> {};

    @Override
    public EventHandler<Event> getEventHandler() {
      return nobody;
    }

    @Override
    public void register(Class<? extends Enum> eventType, EventHandler handler) {
      // What is not dispatched needs no handler.
    }
  }
}
