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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;

/** A DataNode that takes some seconds to answer the first read of a block. */
final class SlowRead extends DataNodeFaultInjector implements AutoCloseable {
  /** Longer than the time-out of a rebuild's reads. */
  private static final long DELAY_SECONDS = 8;

  private final String block;
  private final AtomicBoolean isDone = new AtomicBoolean();

  SlowRead(ExtendedBlock block) {
    this.block = block.getBlockName() + "_";
    DataNodeFaultInjector.set(this);
  }

  @Override
  public void delayGetMetaDataInputStream() {
    // HDFS names its threads by what they do.
    if (Thread.currentThread().getName().contains(block) && isDone.compareAndSet(false, true)) {
      try {
        TimeUnit.SECONDS.sleep(DELAY_SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether there was such a read. */
  boolean isDone() {
    return isDone.get();
  }

  @Override
  public void close() {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }
}
