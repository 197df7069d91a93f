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

import io.trident.yarn.config.QueueModes;
import io.trident.yarn.config.YarnKeys;
import java.io.IOException;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queues of a scheduler, as keys and metrics name them: by their full path. */
final class Queues {
  private static final Logger LOG = LoggerFactory.getLogger(Queues.class);
  private static final String ROOT = "root";

  private final WarnedAbout<String> warned = new WarnedAbout<>();

  /** Returns the path of a queue, such as {@code root.a.b}. */
  static String path(Queue queue) {
    return queue instanceof CSQueue of ? of.getQueuePath() : path(queue.getQueueName());
  }

  /** Returns the path of a queue whose name a scheduler without short names gave. */
  static String path(String name) {
    return isPath(name) ? name : ROOT + "." + name;
  }

  /** Returns whether a scheduler has a queue of this path now. */
  static boolean exists(YarnScheduler scheduler, String path) {
    if (scheduler instanceof CapacityScheduler capacity) { // without a queue's lock
      return capacity.getQueue(path) != null;
    }
    if (scheduler instanceof FairScheduler fair) {
      // Likewise: it is asked under locks of applications.
      return fair.getQueueManager().exists(path);
    }
    try {
      scheduler.getQueueInfo(path, false, false);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Warns, once each, of keys that name a queue which the scheduler does not have. */
  void warnOfUnknown(YarnScheduler scheduler, QueueModes modes) {
    for (String queue : modes.named().keySet()) {
      if ((!isPath(queue) || !exists(scheduler, queue)) && warned.first(queue)) {
        LOG.warn(
            "Configuration key {} names a queue that does not exist: it has no effect until there is"
                + " one. Write the full path of a queue, such as root.a.b, or remove the key.",
            YarnKeys.modeOf(queue).name());
      }
    }
  }

  private static boolean isPath(String name) {
    return name.equals(ROOT) || name.startsWith(ROOT + ".");
  }
}
