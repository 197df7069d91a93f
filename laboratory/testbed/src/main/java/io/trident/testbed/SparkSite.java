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

import io.trident.minicluster.NodeSocketFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How Spark's standalone cluster and the applications on it are set up. */
final class SparkSite {
  private static final int MASTER_PORT = 7077;

  /** The launcher wants to know, and only an installation's scripts would pass it. */
  private static final String SCALA_VERSION = "2.13";

  private final Layout layout;
  private final Path home;

  /** Of an installation in a directory. */
  SparkSite(Layout layout, Path home) {
    this.layout = layout;
    this.home = home;
  }

  String classPath() {
    return home.resolve("jars") + "/*";
  }

  /** Returns the master's address for workers and applications. */
  String master() {
    return "spark://" + layout.master().address() + ":" + MASTER_PORT;
  }

  /**
   * Returns what clients' configuration has, for engines that take Spark's settings from there: the
   * driver runs on the master, an executor with all slots on each worker.
   */
  Map<String, String> clients() {
    return Map.of(
        "spark.master", master(),
        "spark.driver.host", layout.master().address(),
        "spark.cores.max", Integer.toString(layout.nodes() * layout.slots()),
        "spark.executor.memory", "512m",
        "spark.executor.extraJavaOptions",
            "-Djava.net.preferIPv4Stack=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
  }

  /**
   * Returns the environment of a worker, which its executors inherit.
   *
   * @param disk the directory for what is shuffled
   * @param hosts names all nodes, for JVMs that are not in a namespace
   */
  Map<String, String> worker(Node node, Path disk, Path hosts) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SPARK_HOME", home.toString());
    environment.put("SPARK_SCALA_VERSION", SCALA_VERSION);
    environment.put("SPARK_LOCAL_DIRS", disk.toString());
    if (layout.isolation() == Isolation.LOOPBACK) {
      // The driver's configuration is the same for all executors; this gives them their node.
      environment.put(
          "JDK_JAVA_OPTIONS",
          "-Djdk.net.hosts.file=%s -D%s=%s"
              .formatted(hosts, NodeSocketFactory.NODE, node.address()));
    }
    return environment;
  }

  /** Returns the environment of the master, whose web interface else is on all addresses. */
  Map<String, String> masterEnvironment() {
    return Map.of("SPARK_LOCAL_IP", layout.master().address());
  }

  /** Returns the master's arguments. */
  List<String> masterArguments() {
    return List.of(
        "--host",
        layout.master().address(),
        "--port",
        Integer.toString(MASTER_PORT),
        "--webui-port",
        "8080");
  }

  /**
   * Returns a worker's arguments.
   *
   * @param work the directory for what executors are given and print
   */
  List<String> workerArguments(Node node, Path work) {
    return List.of(
        "--host",
        node.name(),
        "--cores",
        Integer.toString(layout.slots()),
        "--memory",
        layout.slots() + "g",
        "--work-dir",
        work.toString(),
        master());
  }
}
