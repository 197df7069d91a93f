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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/** Has all DataNodes wait before they write what they receive, until closed. */
final class Hang extends DataNodeFaultInjector implements AutoCloseable {
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  Hang() {
    DataNodeFaultInjector.set(this);
  }

  @Override
  public void delayWriteToDisk() {
    arrived.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void await() throws InterruptedException {
    assertThat(arrived.await(60, TimeUnit.SECONDS)).as("a block is being written").isTrue();
  }

  @Override
  public void close() {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
    released.countDown();
  }
}
