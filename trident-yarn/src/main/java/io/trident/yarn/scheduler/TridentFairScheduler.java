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
package io.trident.yarn.scheduler;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Fair scheduler with placement by preference maps; named by {@code
 * yarn.resourcemanager.scheduler.class}.
 *
 * <p>It allocates exactly as its superclass does, but sees of an application's requests what {@link
 * TridentPlacementAllocator} plans for the node that heartbeats. Settings are those of {@link
 * io.trident.yarn.config.YarnKeys} and {@link io.trident.core.config.CostKeys} in {@code
 * yarn-site.xml}; {@code yarn rmadmin -refreshQueues} reloads them. With continuous scheduling,
 * which is deprecated, it is the stock scheduler.
 */
public final class TridentFairScheduler extends FairScheduler implements ExtendedScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(TridentFairScheduler.class);

  private final SchedulerExtension extension;

  /** Made by the resource manager. */
  public TridentFairScheduler() {
    this(System::nanoTime);
  }

  /**
   * For a scheduler whose time is simulated.
   *
   * @param nanoClock measures how old plans are, in the terms of {@link System#nanoTime}
   */
  public TridentFairScheduler(LongSupplier nanoClock) {
    this.extension = new SchedulerExtension(nanoClock);
  }

  @Override
  public SchedulerExtension extension() {
    return extension;
  }

  /**
   * {@inheritDoc}
   *
   * <p>If a setting of Trident's cannot be used, preference maps are not, and the log has why.
   */
  @Override
  @SuppressWarnings("deprecation") // continuous scheduling
  public void serviceInit(Configuration conf) throws Exception {
    extension.install(rmContext, conf);
    super.serviceInit(conf);
    extension.startByHeartbeats(this, conf);
    if (isContinuousSchedulingEnabled()) {
      LOG.warn("Continuous scheduling is on: preference maps are not used.");
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if a setting of Trident's cannot be used and the resource manager is
   *     active; then nothing is changed
   */
  @Override
  public void reinitialize(Configuration newConf, RMContext newContext) throws IOException {
    extension.reinitialize(
        this, newContext, () -> newConf, () -> super.reinitialize(newConf, newContext));
  }

  @Override
  @SuppressWarnings("deprecation") // continuous scheduling
  protected void nodeUpdate(RMNode node) {
    if (isContinuousSchedulingEnabled()) { // which offers nodes at other times, too
      super.nodeUpdate(node);
      return;
    }
    extension.offerBegins(node);
    try {
      super.nodeUpdate(node);
    } finally {
      extension.offerEnds();
    }
  }

  /** {@inheritDoc} Its room is looked at again. */
  @Override
  protected void completedContainerInternal(
      RMContainer rmContainer, ContainerStatus containerStatus, RMContainerEventType event) {
    super.completedContainerInternal(rmContainer, containerStatus, event);
    extension.touch(rmContainer.getNodeId());
  }

  @Override
  public void handle(SchedulerEvent event) {
    super.handle(event);
    extension.handled(event);
  }
}
