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
package io.trident.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processes of a test bed: all that have its mark in their environment. Processes inherit it,
 * tasks of jobs included, so none has to be written down to be found after a crash.
 */
final class Members {
  private static final String MARK = "TRIDENT_TESTBED";
  private static final Pattern PSS = Pattern.compile("Pss:\\s+(\\d+) kB");
  private static final long KIBIBYTE = 1024;

  private final String mark;

  Members(Path directory) {
    this.mark = directory.toString();
  }

  /** Returns what to set for every process of the test bed. */
  Map<String, String> environment() {
    return Map.of(MARK, mark);
  }

  /** Returns those that run, except this process and those that it was started by. */
  List<ProcessHandle> running() {
    Set<Long> own = ownLine();
    return ProcessHandle.allProcesses()
        .filter(process -> !own.contains(process.pid()))
        .filter(process -> isMarked(process.pid()))
        .toList();
  }

  /**
   * Returns the proportional set size of processes in bytes. Those that end meanwhile count
   * nothing.
   *
   * @throws IOException if the kernel does not report them
   */
  static long proportionalSetSize(List<ProcessHandle> processes) throws IOException {
    parseProportionalSetSize(Files.readAllLines(Path.of("/proc/self/smaps_rollup")));
    long sum = 0;
    for (ProcessHandle process : processes) {
      try {
        sum +=
            parseProportionalSetSize(
                Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup")));
      } catch (IOException e) {
        // Gone: this kernel lists those that are there.
      }
    }
    return sum;
  }

  /**
   * Returns the proportional set size, in bytes, from the lines of {@code /proc/PID/smaps_rollup}.
   *
   * @throws IOException if none has it, as of a process that is ending
   */
  static long parseProportionalSetSize(List<String> lines) throws IOException {
    for (String line : lines) {
      Matcher matcher = PSS.matcher(line);
      if (matcher.matches()) {
        return Long.parseLong(matcher.group(1)) * KIBIBYTE;
      }
    }
    throw new IOException("The kernel does not report a proportional set size: " + lines);
  }

  /** Ends them, and those that they start meanwhile. */
  void kill() throws IOException {
    Await.until(
        "the processes of the test bed to end",
        () -> {
          List<ProcessHandle> left = running();
          left.forEach(ProcessHandle::destroyForcibly);
          return left.isEmpty();
        });
  }

  private boolean isMarked(long pid) {
    try {
      String environment =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "environ"), StandardCharsets.ISO_8859_1);
      String wanted =
          new String(
              (MARK + "=" + mark).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      return List.of(environment.split("\0")).contains(wanted);
    } catch (IOException e) {
      // Gone, or another user's.
      return false;
    }
  }

  private static Set<Long> ownLine() {
    Set<Long> line = new HashSet<>();
    Optional<ProcessHandle> process = Optional.of(ProcessHandle.current());
    while (process.isPresent()) {
      line.add(process.get().pid());
      process = process.get().parent();
    }
    return line;
  }
}
