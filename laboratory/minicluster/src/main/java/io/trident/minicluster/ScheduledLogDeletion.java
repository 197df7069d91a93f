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
package io.trident.minicluster;

import java.lang.reflect.Field;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.hadoop.service.CompositeService;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.loghandler.NonAggregatingLogHandler;

/**
 * What a NodeManager will delete hours after an application has ended: its logs. A NodeManager that
 * stops waits ten seconds for that.
 */
final class ScheduledLogDeletion {
  private ScheduledLogDeletion() {}

  /** Has a NodeManager forget it, as it does anyway when it has waited. */
  static void cancel(Service service) {
    if (service instanceof NonAggregatingLogHandler handler) {
      executor(handler).setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    } else if (service instanceof CompositeService composite) {
      composite.getServices().forEach(ScheduledLogDeletion::cancel);
    }
  }

  private static ScheduledThreadPoolExecutor executor(NonAggregatingLogHandler handler) {
    try {
      Field executor = NonAggregatingLogHandler.class.getDeclaredField("sched");
      executor.setAccessible(true);
      return (ScheduledThreadPoolExecutor) executor.get(handler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Hadoop's NonAggregatingLogHandler has changed", e);
    }
  }
}
