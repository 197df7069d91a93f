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

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * The logs in an archive, such as the history server's downloads.
 *
 * @param logs those found, rolled or of one file
 * @param failure why the archive could not be read to its end; empty if it was
 */
record ZipLogs(List<EventLog> logs, Optional<Throwable> failure) {
  ZipLogs {
    logs = List.copyOf(logs);
  }

  /**
   * Looks through an archive.
   *
   * @param path where the archive is
   * @param content opens it
   */
  static ZipLogs of(String path, LogFile.Content content) {
    List<String> entries = new ArrayList<>();
    Optional<Throwable> failure = Optional.empty();
    try (ZipInputStream zip = new ZipInputStream(content.open())) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.isDirectory()) {
          entries.add(entry.getName());
        }
      }
      if (entries.isEmpty()) {
        failure = Optional.of(new ZipException("it is not a zip archive, or has no files"));
      }
    } catch (IOException | RuntimeException e) { // names, too, can be damaged
      failure = Optional.of(e);
    }
    return new ZipLogs(logs(path, content, entries), failure);
  }

  private static List<EventLog> logs(String path, LogFile.Content content, List<String> entries) {
    List<EventLog> logs = new ArrayList<>();
    Map<String, List<LogFile>> rolled = new LinkedHashMap<>();
    for (String entry : entries) {
      int end = entry.lastIndexOf('/');
      String directory = end < 0 ? "" : entry.substring(0, end);
      LogFile file = new LogFile(entry.substring(end + 1), () -> open(content, entry));
      if (EventLog.isRolling(directory.substring(directory.lastIndexOf('/') + 1))) {
        rolled.computeIfAbsent(directory, any -> new ArrayList<>()).add(file);
      } else if (!file.name().startsWith(".")) {
        logs.add(new EventLog(path + "!/" + entry, List.of(file)));
      }
    }
    rolled.forEach((directory, files) -> logs.add(EventLog.rolled(path + "!/" + directory, files)));
    return logs;
  }

  private static InputStream open(LogFile.Content content, String name) throws IOException {
    ZipInputStream zip = new ZipInputStream(content.open());
    try {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().equals(name)) {
          return zip;
        }
      }
      throw new ZipException("it is no longer in the archive");
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }
}
