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

import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a DataNode's process has read from devices and written to them, by the kernel's count in
 * {@code /proc/PID/io}, and the processor time that it took.
 *
 * @param node its name
 * @param bytesRead that were not in the page cache
 * @param bytesWritten that it made dirty in the page cache, files for its own use included
 * @param cpuSeconds of all its threads
 */
record NodeUse(String node, long bytesRead, long bytesWritten, double cpuSeconds) {
  private static final double MILLIS = 1e3;

  /** Returns that of all DataNodes that run, since each was started. */
  static List<NodeUse> of(Testbed testbed) throws IOException {
    List<NodeUse> all = new ArrayList<>();
    for (Testbed.DaemonStatus daemon : testbed.status()) {
      if (daemon.role() == Role.DATANODE && daemon.pid().isPresent()) {
        all.add(of(daemon.node().name(), daemon.pid().get()));
      }
    }
    return all;
  }

  private static NodeUse of(String node, long pid) throws IOException {
    List<String> io = Files.readAllLines(Path.of("/proc", Long.toString(pid), "io"));
    Duration cpu =
        ProcessHandle.of(pid)
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow(() -> new IOException("The DataNode of %s ended".formatted(node)));
    return new NodeUse(
        node, value(io, "read_bytes"), value(io, "write_bytes"), cpu.toMillis() / MILLIS);
  }

  static long value(List<String> lines, String name) throws IOException {
    String prefix = name + ": ";
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> Long.parseLong(line.substring(prefix.length())))
        .findFirst()
        .orElseThrow(() -> new IOException("The kernel does not report " + name + ": " + lines));
  }

  /** Returns what was added to each node since an earlier count, of the nodes that are in both. */
  static List<NodeUse> since(List<NodeUse> earlier, List<NodeUse> now) {
    List<NodeUse> added = new ArrayList<>();
    for (NodeUse before : earlier) {
      for (NodeUse after : now) {
        if (after.node().equals(before.node())) {
          added.add(
              new NodeUse(
                  after.node(),
                  after.bytesRead() - before.bytesRead(),
                  after.bytesWritten() - before.bytesWritten(),
                  after.cpuSeconds() - before.cpuSeconds()));
        }
      }
    }
    return added;
  }
}
