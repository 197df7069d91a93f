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

import io.trident.yarn.scheduler.TridentCapacityScheduler;
import io.trident.yarn.scheduler.TridentFairScheduler;
import io.trident.yarn.scheduler.TridentFifoScheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NodeBase;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler;
import org.apache.hadoop.yarn.util.resource.Resources;

/** A scheduler of Hadoop's that Trident extends, and how a load sets it up. */
enum HostScheduler {
  CAPACITY {
    @Override
    AbstractYarnScheduler<?, ?> stock() {
      return new CapacityScheduler();
    }

    @Override
    AbstractYarnScheduler<?, ?> trident(LongSupplier nanoClock) {
      return new TridentCapacityScheduler(nanoClock);
    }

    @Override
    void configure(Configuration conf, Drive drive) {
      String root = "yarn.scheduler.capacity.root.";
      conf.set(root + "queues", String.join(",", LoadQueue.names()));
      for (LoadQueue queue : LoadQueue.values()) {
        conf.setInt(root + queue.label() + ".capacity", queue.capacity());
        conf.setInt(root + queue.label() + ".maximum-capacity", queue.maximumCapacity());
        conf.setInt(root + queue.label() + ".user-limit-factor", 10);
      }
      conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1");
      conf.setBoolean(
          "yarn.scheduler.capacity.schedule-asynchronously.enable", drive == Drive.ASYNCHRONOUS);
    }

    @Override
    boolean isBeyondMaximum(AbstractYarnScheduler<?, ?> scheduler, String queue) {
      CSQueue found = ((CapacityScheduler) scheduler).getQueue(queue);
      return found.getAbsoluteUsedCapacity() > found.getAbsoluteMaximumCapacity() + ROUNDING;
    }
  },

  FAIR {
    @Override
    AbstractYarnScheduler<?, ?> stock() {
      return new FairScheduler();
    }

    @Override
    AbstractYarnScheduler<?, ?> trident(LongSupplier nanoClock) {
      return new TridentFairScheduler(nanoClock);
    }

    @Override
    void configure(Configuration conf, Drive drive) {
      StringBuilder queues = new StringBuilder();
      for (LoadQueue queue : LoadQueue.values()) {
        queues.append(
            "<queue name='%s'><weight>%d</weight><maxResources>%d%%</maxResources></queue>"
                .formatted(queue.label(), queue.capacity(), queue.maximumCapacity()));
      }
      conf.set(
          FairSchedulerConfiguration.ALLOCATION_FILE,
          temporaryFile(
                  "<?xml version='1.0'?><allocations>%s%s</allocations>"
                      .formatted(queues, "<queueMaxAMShareDefault>-1.0</queueMaxAMShareDefault>"))
              .toString());
      conf.setInt(FairSchedulerConfiguration.UPDATE_INTERVAL_MS, NEVER_MILLIS); // by the load
    }

    @Override
    boolean isBeyondMaximum(AbstractYarnScheduler<?, ?> scheduler, String queue) {
      FSLeafQueue found = ((FairScheduler) scheduler).getQueueManager().getLeafQueue(queue, false);
      Resource used = found.getResourceUsage();
      return !Resources.fitsIn(used, found.getMaxShare());
    }
  },

  /** It has one queue for all. */
  FIFO {
    @Override
    AbstractYarnScheduler<?, ?> stock() {
      return new FifoScheduler();
    }

    @Override
    AbstractYarnScheduler<?, ?> trident(LongSupplier nanoClock) {
      return new TridentFifoScheduler(nanoClock);
    }

    @Override
    void configure(Configuration conf, Drive drive) {
      // It has nothing to set.
    }

    @Override
    boolean isBeyondMaximum(AbstractYarnScheduler<?, ?> scheduler, String queue) {
      return false;
    }

    /**
     * Asks for so many in each rack that no node is asked for more while all of the application's
     * are placed: the scheduler places as many as a node is asked for without looking at its rack,
     * and ends with a NullPointerException when the rack's are used up.
     */
    @Override
    void adapt(List<ResourceRequest> asks) {
      int pending = 0;
      for (ResourceRequest ask : asks) {
        if (ask.getResourceName().equals(ResourceRequest.ANY)) {
          pending = Math.max(pending, ask.getNumContainers());
        }
      }
      for (ResourceRequest ask : asks) {
        boolean rack = ask.getResourceName().startsWith(NodeBase.PATH_SEPARATOR_STR);
        if (rack && ask.getNumContainers() > 0) {
          ask.setNumContainers(ask.getNumContainers() + pending);
        }
      }
    }
  };

  /** How often {@link AbstractYarnScheduler#update} is due: the Fair scheduler's default. */
  static final int UPDATE_MILLIS = 500;

  private static final int NEVER_MILLIS = Integer.MAX_VALUE;
  private static final double ROUNDING = 1e-4;

  /** Makes Hadoop's, not initialised. */
  abstract AbstractYarnScheduler<?, ?> stock();

  /**
   * Makes Trident's, not initialised.
   *
   * @param nanoClock its time
   */
  abstract AbstractYarnScheduler<?, ?> trident(LongSupplier nanoClock);

  /** Sets the queues of the load, if the scheduler has queues, and by what it is driven. */
  abstract void configure(Configuration conf, Drive drive);

  /** Changes what an application asks for, where the scheduler cannot take it as it is. */
  void adapt(List<ResourceRequest> asks) {
    // Most take what is asked for.
  }

  /** Returns whether a queue has more than it may have at most. */
  abstract boolean isBeyondMaximum(AbstractYarnScheduler<?, ?> scheduler, String queue);

  /** As users write it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static HostScheduler named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  private static Path temporaryFile(String text) {
    try {
      Path file = Files.createTempFile("fair-scheduler", ".xml");
      file.toFile().deleteOnExit();
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
