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
package io.trident.hdfs.metrics;

import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A source of figures in Hadoop's metrics (metrics2), until it is closed. Hadoop knows sources by
 * their names; where a process has several of one name, as a driver with several look-ups or a
 * cluster in one JVM, further ones are numbered: {@code Name-1}, {@code Name-2}. A number that is
 * free is taken again.
 */
public final class PublishedSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PublishedSource.class);

  private @Nullable String name;

  private PublishedSource(@Nullable String name) {
    this.name = name;
  }

  /** Publishes a source. One that Hadoop refuses counts all the same, and a debug line has why. */
  public static PublishedSource publish(String name, String description, MetricsSource source) {
    MetricsSystem system = DefaultMetricsSystem.instance();
    synchronized (PublishedSource.class) {
      String free = name;
      for (int number = 1; system.getSource(free) != null; number++) {
        free = name + "-" + number;
      }
      try {
        system.register(free, description, source);
        return new PublishedSource(free);
      } catch (MetricsException e) {
        LOG.debug("Figures are not published as {}", free, e);
        return new PublishedSource(null);
      }
    }
  }

  @Override
  public synchronized void close() {
    if (name != null) {
      DefaultMetricsSystem.instance().unregisterSource(name);
      name = null;
    }
  }
}
