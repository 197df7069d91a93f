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
package io.trident.yarn.config;

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mode of each queue.
 *
 * @param others that of queues for which neither they nor a queue above them is named
 * @param named that of queues by path, such as {@code root.a.b}, and of all queues below
 */
public record QueueModes(QueueMode others, Map<String, QueueMode> named) {
  public QueueModes {
    named = Map.copyOf(named);
  }

  /**
   * Reads the modes.
   *
   * @param keys the names of all keys that are set; others than those of queues are passed over
   * @throws ConfigException if a value is not a mode
   */
  static QueueModes read(ConfigSource source, Iterable<String> keys) {
    QueueMode others = YarnKeys.MODE.read(source);
    Map<String, QueueMode> named = new HashMap<>();
    for (String key : keys) {
      @Nullable String queue = YarnKeys.queueOfMode(key);
      @Nullable String value = source.get(key);
      if (queue != null && value != null && !value.isBlank()) {
        named.put(queue, YarnKeys.modeOf(queue).read(source));
      }
    }
    return new QueueModes(others, named);
  }

  /** Returns the mode of a queue, given by its path. O(depth). */
  public QueueMode of(String queue) {
    String path = queue;
    @Nullable QueueMode mode = named.get(path);
    while (mode == null) {
      int end = path.lastIndexOf('.');
      if (end < 0) {
        return others;
      }
      path = path.substring(0, end);
      mode = named.get(path);
    }
    return mode;
  }
}
