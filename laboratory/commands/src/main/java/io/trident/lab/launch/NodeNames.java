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
package io.trident.lab.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Names for the demo's nodes on loopback addresses: a temporary file for {@code
 * jdk.net.hosts.file}.
 */
final class NodeNames {
  private static final int NODES = 32;
  private static final int FIRST_ADDRESS = 11;

  private NodeNames() {}

  /** Writes the file; it is deleted when this program ends. */
  static Path write() throws IOException {
    String machine = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    StringBuilder hosts = new StringBuilder("127.0.0.1 localhost\n");
    hosts.append("127.0.0.1 %s\n".formatted(machine));
    for (int node = 0; node < NODES; node++) {
      hosts.append("127.0.0.%d node%d\n".formatted(FIRST_ADDRESS + node, node + 1));
    }
    Path file = Files.createTempFile("trident-hosts.", "");
    // After the hook of ChildProcess has seen the end of the JVM that reads it.
    file.toFile().deleteOnExit();
    return Files.writeString(file, hosts);
  }
}
