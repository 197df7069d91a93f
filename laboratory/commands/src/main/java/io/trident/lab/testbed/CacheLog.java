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
package io.trident.lab.testbed;

import io.trident.minicluster.CacheWatch.Copy;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When each DataNode had which block in its cache, as the DataNodes log at level DEBUG; of caches
 * on persistent memory, which a test bed's are.
 */
final class CacheLog {
  private static final Pattern CACHED = Pattern.compile("Successfully cached (-?\\d+)_BP-");
  private static final Pattern UNCACHED =
      Pattern.compile("(-?\\d+)_BP-\\S+ has been scheduled for immediate uncaching");

  private final Map<Copy, NavigableMap<Long, Boolean>> changes = new HashMap<>();

  /** Takes what a DataNode logged. */
  void read(String dataNodeUuid, Path log) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains("_BP-")) {
          add(dataNodeUuid, line, CACHED, true);
          add(dataNodeUuid, line, UNCACHED, false);
        }
      }
    }
  }

  private void add(String dataNodeUuid, String line, Pattern pattern, boolean cached) {
    Matcher matcher = pattern.matcher(line);
    if (matcher.find()) {
      changes
          .computeIfAbsent(
              new Copy(Long.parseLong(matcher.group(1)), dataNodeUuid), any -> new TreeMap<>())
          .put(LogTime.millis(line), cached);
    }
  }

  /** Returns whether a DataNode had a block in its cache at a time, in ms since the epoch. */
  boolean wasCached(Copy copy, long atMillis) {
    Map.Entry<Long, Boolean> last =
        changes.getOrDefault(copy, new TreeMap<>()).floorEntry(atMillis);
    return last != null && last.getValue();
  }
}
