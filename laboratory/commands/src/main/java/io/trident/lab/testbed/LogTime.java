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

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** When a line of a daemon's log was written. */
final class LogTime {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS");

  private static final int LENGTH = "2026-01-31 12:34:56,789".length();

  private LogTime() {}

  /**
   * Returns milliseconds since the epoch; 0 if the line does not begin with a time. The daemons are
   * on this machine, so its time zone is theirs.
   */
  static long millis(String line) {
    if (line.length() < LENGTH) {
      return 0;
    }
    try {
      return LocalDateTime.parse(line.substring(0, LENGTH), FORMAT)
          .atZone(ZoneId.systemDefault())
          .toInstant()
          .toEpochMilli();
    } catch (DateTimeException e) {
      return 0;
    }
  }
}
