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
package io.trident.cli.report;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An event log of an application.
 *
 * @param path where it is
 * @param files the files that it consists of, in their order
 */
record EventLog(String path, List<LogFile> files) {
  private static final String ROLLING = "eventlog_v2_";
  private static final Pattern ROLLED = Pattern.compile("events_(\\d{1,18})_.*");
  private static final String COMPACTED = ".compact";

  EventLog {
    files = List.copyOf(files);
  }

  /** Returns whether a directory of this name has the files of one log. */
  static boolean isRolling(String directory) {
    return directory.startsWith(ROLLING);
  }

  /** Returns the log of a directory: its files by number, from the last that sums up the former. */
  static EventLog rolled(String path, List<LogFile> children) {
    List<LogFile> files =
        children.stream()
            .filter(file -> number(file).isPresent())
            .sorted(
                Comparator.comparingLong((LogFile file) -> number(file).orElse(0))
                    .thenComparing(EventLog::isCompacted))
            .toList();
    for (int i = files.size() - 1; i >= 0; i--) {
      if (isCompacted(files.get(i))) {
        return new EventLog(path, files.subList(i, files.size()));
      }
    }
    return new EventLog(path, files);
  }

  private static boolean isCompacted(LogFile file) {
    return file.name().endsWith(COMPACTED);
  }

  private static OptionalLong number(LogFile file) {
    Matcher matcher = ROLLED.matcher(file.name());
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }
}
