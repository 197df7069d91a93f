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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The network: a namespace per node, a bridge per rack, one at the core, and shaped links between.
 * The bridges have a namespace of their own. The machine itself gets one interface, unshaped, with
 * one address: its own routes stay as they are.
 *
 * <p>Each end of a link is shaped by a token bucket, so each direction has the link's rate. A node
 * reads from its own DataNode through its loopback interface, which is shaped to the memory tier's
 * rate: that is what makes memory as slow as declared.
 */
final class NodeNetwork {
  /** Most that passes at once; more than the largest segment, on a loopback interface 64 KiB. */
  private static final int BURST_BYTES = 256 << 10;

  /** Longest that a byte waits in a queue before it is dropped. */
  private static final String LATENCY = "100ms";

  private static final String CORE = "core";

  /** What is the namespace of the bridges. */
  private static final String SWITCHES = "net";

  private final Layout layout;
  private final Host host;
  private final StateFile state;

  NodeNetwork(Layout layout, Host host, StateFile state) {
    this.layout = layout;
    this.host = host;
    this.state = state;
  }

  void create() throws IOException {
    namespace(switches());
    bridge(CORE);
    for (int rack = 1; rack <= layout.racks(); rack++) {
      String name = "r" + rack;
      bridge(name);
      ip(switches(), "link", "add", name + "-up", "type", "veth", "peer", "name", name + "-down");
      plug(name + "-up", name);
      plug(name + "-down", CORE);
      shape(switches(), name + "-up", layout.rates().rackLink());
      shape(switches(), name + "-down", layout.rates().rackLink());
    }
    join(layout.master(), CORE);
    for (Node worker : layout.workers()) {
      join(worker, worker.rack().substring(1));
      shape(namespaceOf(worker), "eth0", layout.rates().nodeLink());
      shape(switches(), worker.name(), layout.rates().nodeLink());
      shape(namespaceOf(worker), "lo", layout.rates().memory());
    }
    joinHost();
  }

  /** Returns the namespace of a node. */
  String namespaceOf(Node node) {
    return namespace(layout, node.name());
  }

  /** Returns the names of all namespaces of a test bed. */
  static Stream<String> namespaces(Layout layout) {
    return Stream.concat(Stream.of(SWITCHES), layout.all().stream().map(Node::name))
        .map(what -> namespace(layout, what));
  }

  /** Returns the name of the machine's own interface. */
  static String link(Layout layout) {
    return layout.name() + "-host";
  }

  private static String namespace(Layout layout, String what) {
    return layout.name() + "-" + what;
  }

  private void join(Node node, String bridge) throws IOException {
    String namespace = namespaceOf(node);
    namespace(namespace);
    ip(
        namespace,
        "link",
        "add",
        "eth0",
        "type",
        "veth",
        "peer",
        "name",
        node.name(),
        "netns",
        switches());
    ip(namespace, "address", "add", node.address() + "/16", "dev", "eth0");
    ip(namespace, "link", "set", "eth0", "up");
    ip(namespace, "link", "set", "lo", "up");
    plug(node.name(), bridge);
    hostsFile(namespace);
  }

  /** The machine's own way in, for browsers and for whoever measures. */
  private void joinHost() throws IOException {
    String link = link(layout);
    state.record(Made.Kind.LINK, link);
    host.run(
        "ip", "link", "add", link, "type", "veth", "peer", "name", "host", "netns", switches());
    host.run("ip", "address", "add", layout.hostAddress() + "/16", "dev", link);
    host.run("ip", "link", "set", "dev", link, "up");
    plug("host", CORE);
  }

  /** {@code ip netns exec} shows this file as /etc/hosts. */
  private void hostsFile(String namespace) throws IOException {
    Path parent = Path.of("/etc/netns");
    state.record(Made.Kind.EMPTY_DIRECTORY, parent);
    Path directory = parent.resolve(namespace);
    state.record(Made.Kind.DIRECTORY, directory);
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("hosts"), hosts(layout));
  }

  /** Returns the names of all nodes, as lines of hosts(5). */
  static String hosts(Layout layout) {
    return layout.all().stream()
        .map(node -> "%s %s\n".formatted(node.address(), node.name()))
        .collect(Collectors.joining("", "127.0.0.1 localhost\n", ""));
  }

  private void namespace(String name) throws IOException {
    state.record(Made.Kind.NAMESPACE, name);
    host.run("ip", "netns", "add", name);
  }

  private void bridge(String name) throws IOException {
    // Without a random wait for loops of bridges, of which there are none.
    ip(switches(), "link", "add", name, "type", "bridge", "forward_delay", "0");
    ip(switches(), "link", "set", name, "up");
  }

  private void plug(String link, String bridge) throws IOException {
    ip(switches(), "link", "set", "dev", link, "master", bridge);
    ip(switches(), "link", "set", "dev", link, "up");
  }

  private void shape(String namespace, String link, double megabytesPerSecond) throws IOException {
    host.run(
        "tc",
        "-netns",
        namespace,
        "qdisc",
        "add",
        "dev",
        link,
        "root",
        "tbf",
        "rate",
        Math.round(megabytesPerSecond * 8e6) + "bit",
        "burst",
        Integer.toString(BURST_BYTES),
        "latency",
        LATENCY);
  }

  private void ip(String namespace, String... arguments) throws IOException {
    String[] command = new String[arguments.length + 3];
    command[0] = "ip";
    command[1] = "-netns";
    command[2] = namespace;
    IntStream.range(0, arguments.length).forEach(i -> command[i + 3] = arguments[i]);
    host.run(command);
  }

  private String switches() {
    return namespace(layout, SWITCHES);
  }
}
