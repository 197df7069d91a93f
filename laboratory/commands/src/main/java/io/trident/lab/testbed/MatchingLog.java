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

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How long application masters took to match maps with containers, by their own logs. */
final class MatchingLog {
  private static final Pattern ROUND =
      Pattern.compile("Matched \\d+ of \\d+ waiting maps with \\d+ containers: .*, (\\d+) us$");

  private static final double MICROS = 1e3;

  private MatchingLog() {}

  /**
   * Sums up all rounds of one application, in milliseconds.
   *
   * @param directories where nodes keep the logs of its containers; some may not exist
   * @return empty if no master of Trident's logged a round
   */
  static OptionalDouble millis(List<Path> directories) throws IOException {
    long micros = 0;
    boolean found = false;
    for (Path directory : directories) {
      for (Path log : logs(directory)) {
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher matcher = ROUND.matcher(line);
            if (matcher.find()) {
              micros += Long.parseLong(matcher.group(1));
              found = true;
            }
          }
        }
      }
    }
    return found ? OptionalDouble.of(micros / MICROS) : OptionalDouble.empty();
  }

  private static List<Path> logs(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> containers = Files.list(directory)) {
      return containers
          .map(container -> container.resolve("syslog"))
          .filter(Files::isRegularFile)
          .toList();
    }
  }
}
