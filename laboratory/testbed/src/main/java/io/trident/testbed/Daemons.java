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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts and stops daemons, each a JVM on its node that outlives this one. */
final class Daemons {
  private static final List<String> OPENS =
      Stream.of(
              "java.lang",
              "java.lang.invoke",
              "java.lang.reflect",
              "java.io",
              "java.math",
              "java.net",
              "java.nio",
              "java.text",
              "java.util",
              "java.util.concurrent",
              "java.util.concurrent.atomic",
              "sun.net.dns",
              "sun.net.util",
              "sun.nio.ch",
              "sun.nio.cs",
              "sun.security.action",
              "sun.util.calendar")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  /** Daemons and commands start often, and share few processors. */
  private static final List<String> QUICK =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-Djava.net.preferIPv4Stack=true");

  private final Layout layout;
  private final Path directory;
  private final Host host;
  private final NodeShell shell;
  private final SiteFiles site;

  Daemons(Layout layout, Path directory, Host host, NodeShell shell, SiteFiles site) {
    this.layout = layout;
    this.directory = directory;
    this.host = host;
    this.shell = shell;
    this.site = site;
  }

  /** Runs a program of Hadoop on a node to its end. */
  void run(Node node, Role role, String classPath, List<String> arguments) throws IOException {
    host.run(shell.on(node, java(node, role, classPath, arguments)));
  }

  /** Starts a daemon; it may need a while until it serves. */
  void start(Node node, Role role, String classPath, List<String> arguments) throws IOException {
    start(node, role, classPath, arguments, Map.of());
  }

  /** Starts a daemon with variables in its environment. */
  void start(
      Node node,
      Role role,
      String classPath,
      List<String> arguments,
      Map<String, String> environment)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("setsid"));
    command.addAll(shell.on(node, java(node, role, classPath, arguments)));
    Files.createDirectories(log(node, role).getParent());
    ProcessBuilder builder =
        host.builder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(node, role).toFile()))
            .directory(directory.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    Files.createDirectories(pidFile(node, role).getParent());
    Files.writeString(pidFile(node, role), identity(process.toHandle()));
  }

  /** Ends a daemon, gently, after five seconds not so. */
  void stop(Node node, Role role) throws IOException {
    Optional<ProcessHandle> process = find(node, role);
    if (process.isPresent()) {
      process.get().destroy();
      try {
        Await.until(role + " to stop", Duration.ofSeconds(5), () -> !process.get().isAlive());
      } catch (IOException e) {
        process.get().destroyForcibly();
        Await.until(role + " to die", () -> !process.get().isAlive());
      }
    }
    Files.deleteIfExists(pidFile(node, role));
  }

  /** Kills a daemon; nothing that it would do at its end is done. */
  void kill(Node node, Role role) throws IOException {
    Optional<ProcessHandle> process = find(node, role);
    if (process.isPresent()) {
      process.get().destroyForcibly();
      Await.until(role + " to die", () -> !process.get().isAlive());
    }
    Files.deleteIfExists(pidFile(node, role));
  }

  /** Returns a daemon's process if it runs. */
  Optional<ProcessHandle> find(Node node, Role role) throws IOException {
    Path file = pidFile(node, role);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String identity = Files.readString(file);
    return ProcessHandle.of(Long.parseLong(identity.substring(0, identity.indexOf(' '))))
        .filter(ProcessHandle::isAlive)
        .filter(process -> identity(process).equals(identity));
  }

  /** Returns the roles that were started on a node and not stopped. */
  List<Role> startedOn(Node node) {
    return Stream.of(Role.values()).filter(role -> Files.exists(pidFile(node, role))).toList();
  }

  /** Returns the file of all that a daemon prints and logs. */
  Path log(Node node, Role role) {
    return directory.resolve(node.name()).resolve("logs").resolve(role.label() + ".log");
  }

  /** Returns the commands of Hadoop that reach these daemons. */
  Commands commands() {
    List<String> options = new ArrayList<>(OPENS);
    options.addAll(QUICK);
    options.add("-Xmx512m");
    if (layout.isolation() == Isolation.LOOPBACK) {
      options.add("-Djdk.net.hosts.file=" + site.hosts());
    }
    return new Commands(Commands.in(directory), options);
  }

  private Path pidFile(Node node, Role role) {
    return directory.resolve(node.name()).resolve("pids").resolve(role.label());
  }

  /** A number with the time of the start, since another process may have the number later. */
  private static String identity(ProcessHandle process) {
    return process.pid() + " " + process.info().startInstant().map(Object::toString).orElse("");
  }

  private List<String> java(Node node, Role role, String classPath, List<String> arguments)
      throws IOException {
    List<String> options = new ArrayList<>(OPENS);
    options.add("-Xmx" + role.heapMb() + "m");
    options.addAll(QUICK);
    options.add("-Dhadoop.log.dir=" + directory.resolve(node.name()).resolve("logs"));
    Path temporary = Files.createDirectories(directory.resolve(node.name()).resolve("tmp"));
    options.add("-Djava.io.tmpdir=" + temporary); // web servers leave their files when killed
    if (layout.isolation() == Isolation.LOOPBACK) {
      options.add("-Djdk.net.hosts.file=" + site.hosts());
    }
    options.add("-cp");
    options.add(site.of(node) + ":" + classPath);
    Path file = directory.resolve(node.name()).resolve(role.label() + ".options");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file, options.stream().map(option -> '"' + option + "\"\n").collect(Collectors.joining()));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + file,
                role.mainClass()));
    command.addAll(arguments);
    return command;
  }
}
