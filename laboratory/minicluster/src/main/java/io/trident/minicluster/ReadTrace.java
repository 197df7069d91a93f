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

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * Records who reads which block from which DataNode, from the client trace that HDFS itself writes
 * after serving each read. Covers the DataNodes of this JVM. Thread-safe.
 */
public final class ReadTrace implements AutoCloseable {
  private final Queue<ServedRead> reads = new ConcurrentLinkedQueue<>();
  private final Logger logger = Logger.getLogger(DataNode.class.getName() + ".clienttrace");
  private final @Nullable Level previousLevel = logger.getLevel();
  private final boolean previousAdditivity = logger.getAdditivity();
  private final Appender appender = new Appender();

  private ReadTrace() {
    logger.addAppender(appender);
    logger.setAdditivity(false);
    logger.setLevel(Level.DEBUG); // HDFS traces reads at DEBUG, other operations at INFO
  }

  /** Starts to record. */
  public static ReadTrace start() {
    return new ReadTrace();
  }

  /** Returns what was recorded since the start or the last call, and forgets it. */
  public List<ServedRead> drain() {
    List<ServedRead> drained = new ArrayList<>();
    for (ServedRead read = reads.poll(); read != null; read = reads.poll()) {
      drained.add(read);
    }
    return drained;
  }

  @Override
  public void close() {
    logger.removeAppender(appender);
    logger.setAdditivity(previousAdditivity);
    logger.setLevel(previousLevel);
  }

  private final class Appender extends AppenderSkeleton {
    @Override
    protected void append(LoggingEvent event) {
      ServedRead.parse(event.getRenderedMessage(), event.getTimeStamp()).ifPresent(reads::add);
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }
}
