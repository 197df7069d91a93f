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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does things again and again, one at a time on one thread, whatever becomes of them. */
final class Upkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final Guard guard;
  private final ScheduledThreadPoolExecutor thread;

  Upkeep(Guard guard) {
    this.guard = guard;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread daemon = new Thread(task, "trident-namenode-plugin");
              daemon.setDaemon(true);
              return daemon;
            });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Starts to do something, until closed.
   *
   * @param millis pause before each time
   * @param consequence what does not happen if it fails, as a sentence for the log
   */
  void every(long millis, String consequence, Guard.Action task) {
    try {
      ScheduledFuture<?> unused =
          thread.schedule(
              () -> {
                once(consequence, task);
                every(millis, consequence, task);
              },
              millis,
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("Closed", e);
    }
  }

  /**
   * Does something as soon as what is being done is over.
   *
   * @param consequence what does not happen if it fails, as a sentence for the log
   */
  void soon(String consequence, Guard.Action task) {
    try {
      thread.execute(() -> once(consequence, task));
    } catch (RejectedExecutionException e) {
      LOG.debug("Closed", e);
    }
  }

  private void once(String consequence, Guard.Action task) {
    try {
      guard.run(consequence, task);
    } catch (Error e) {
      // Want of memory passes; leases that would never end after it do not.
      LOG.error("{} for now", consequence, e);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
