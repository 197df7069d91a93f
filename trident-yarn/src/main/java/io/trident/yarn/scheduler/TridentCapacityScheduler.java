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
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;

/**
 * The Capacity scheduler with placement by preference maps; named by {@code
 * yarn.resourcemanager.scheduler.class}.
 *
 * <p>It allocates exactly as its superclass does, but lets {@link TridentPlacementAllocator} choose
 * among the nodes. Settings are those of {@link io.trident.yarn.config.YarnKeys} and {@link
 * io.trident.core.config.CostKeys} in {@code capacity-scheduler.xml}; a queue refresh reloads them.
 */
public final class TridentCapacityScheduler extends CapacityScheduler implements ExtendedScheduler {
  private final SchedulerExtension extension;

  /** Made by the resource manager. */
  public TridentCapacityScheduler() {
    this(System::nanoTime);
  }

  /**
   * For a scheduler whose time is simulated.
   *
   * @param nanoClock measures how old plans and proposals are, in the terms of {@link
   *     System#nanoTime}
   */
  public TridentCapacityScheduler(LongSupplier nanoClock) {
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
  public void serviceInit(Configuration conf) throws Exception {
    extension.install(getRMContext(), conf);
    super.serviceInit(conf);
    extension.start(this, getConfiguration());
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if a setting of Trident's cannot be used and the resource manager is
   *     active; then nothing is changed
   */
  @Override
  public void reinitialize(Configuration newConf, RMContext rmContext, boolean validation)
      throws IOException {
    if (validation) {
      extension.check(newConf, rmContext);
      super.reinitialize(newConf, rmContext, true);
    } else {
      extension.reinitialize(
          this,
          rmContext,
          () -> getCsConfProvider().loadConfiguration(new Configuration(newConf)),
          () -> super.reinitialize(newConf, rmContext, false));
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
