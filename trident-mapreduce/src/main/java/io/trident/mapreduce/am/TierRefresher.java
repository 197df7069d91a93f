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
package io.trident.mapreduce.am;

import io.trident.core.guard.Guard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.concurrent.SubjectInheritingThread;

/**
 * The thread that looks tiers up: all splits once, then the waiting ones again and again.
 *
 * <p>It runs as the user of the job. A failure is contained and the next look-up tries again; what
 * is not known then stays as Hadoop's own AM would see it.
 */
final class TierRefresher implements AutoCloseable {
  private final SplitTiers tiers;
  private final long intervalMs;
  private final int batch;
  private final Guard guard;
  private final CountDownLatch first = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  TierRefresher(SplitTiers tiers, long intervalMs, int batch, Guard guard) {
    this.tiers = tiers;
    this.intervalMs = intervalMs;
    this.batch = batch;
    this.guard = guard;
    this.thread = new SubjectInheritingThread(this::run, "Trident tier refresh");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Waits until every split was looked up once, but not longer than given. */
  void awaitFirst(long timeoutMs) {
    try {
      if (!first.await(timeoutMs, TimeUnit.MILLISECONDS)) {
        return; // the job goes on; preferences follow when known
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    for (int from = 0; from < tiers.size() && !isStopped(0); from += batch) {
      List<Integer> splits = new ArrayList<>();
      for (int i = from; i < Math.min(tiers.size(), from + batch); i++) {
        splits.add(i);
      }
      lookUp(splits);
    }
    first.countDown();
    int next = 0;
    while (!isStopped(intervalMs)) {
      List<Integer> splits = tiers.waitingFrom(next, batch);
      if (!splits.isEmpty()) {
        lookUp(splits);
        next = splits.get(splits.size() - 1) + 1;
      }
    }
  }

  private void lookUp(List<Integer> splits) {
    guard.run(
        "Tiers could not be looked up; placement goes by what is known",
        () -> tiers.lookUp(splits));
  }

  private boolean isStopped(long waitMs) {
    try {
      return stopped.await(waitMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  @Override
  public void close() {
    stopped.countDown();
    thread.interrupt();
  }
}
