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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a process gets onto a node: a script per node, for people too, which joins the node's control
 * group, network, names and host name, and then becomes its arguments; the process keeps its
 * number.
 */
final class NodeShell {
  private static final String KERNEL =
      """
      #!/bin/sh
      # Runs its arguments on %1$s.
      echo $$ > %2$s || exit 1
      export HADOOP_CONF_DIR=%4$s PATH=%5$s:$PATH
      exec ip netns exec %3$s unshare --uts sh -c 'hostname %1$s && exec "$@"' sh "$@"
      """;

  private static final String LOOPBACK =
      """
      #!/bin/sh
      # Runs its arguments on %1$s.
      export HADOOP_CONF_DIR=%2$s NM_HOST=%1$s PATH=%4$s:$PATH
      export TRIDENT_OPTS="-Djdk.net.hosts.file=%3$s ${TRIDENT_OPTS:-}"
      exec "$@"
      """;

  private final Path directory;

  NodeShell(Path directory) {
    this.directory = directory;
  }

  /** Writes a node's script for {@link Isolation#KERNEL}. */
  void write(Node node, Path groupMembers, String namespace, Path conf) throws IOException {
    write(
        node, KERNEL.formatted(node.name(), groupMembers, namespace, conf, Commands.in(directory)));
  }

  /** Writes a node's script for {@link Isolation#LOOPBACK}. */
  void write(Node node, Path conf, Path hosts) throws IOException {
    write(node, LOOPBACK.formatted(node.name(), conf, hosts, Commands.in(directory)));
  }

  /** Returns a command that runs another one on a node. */
  List<String> on(Node node, List<String> command) {
    return Stream.concat(Stream.of(script(node).toString()), command.stream()).toList();
  }

  private void write(Node node, String text) throws IOException {
    Files.createDirectories(script(node).getParent());
    Files.writeString(script(node), text);
    Files.setPosixFilePermissions(script(node), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path script(Node node) {
    return directory.resolve(node.name()).resolve("enter");
  }
}
