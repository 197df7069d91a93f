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

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of real daemons on this machine, each worker with its own network namespace, storage
 * tiers and links of declared rates. It lives on when the process that made it ends; all that is
 * known about it is in its directory. What it makes elsewhere is written to a file there before it
 * is made, so {@link #down} finds everything, whatever happened in between.
 *
 * <p>One process at a time may change a test bed; another one that tries fails at once. Methods
 * throw IllegalStateException where there is no test bed.
 */
public final class Testbed {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  private final Path directory;
  private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private final Members members;
  private final Host host;
  private final StateFile state;
  private final Volumes volumes;
  private final NodeShell shell;

  private Testbed(Path directory) {
    this.directory = directory;
    this.members = new Members(directory);
    this.host = new Host(directory.resolve("commands.log"), members.environment());
    this.state = new StateFile(directory.resolve("state"));
    this.volumes = new Volumes(directory);
    this.shell = new NodeShell(directory);
  }

  /**
   * What a test bed is made from.
   *
   * @param layout nodes, rates and sizes
   * @param settings of Hadoop, over everything else
   * @param sparkHome a Spark installation whose standalone master and workers to start, or null
   */
  public record Description(
      Layout layout, Map<String, String> settings, @Nullable String sparkHome) {
    public Description {
      settings = Map.copyOf(settings);
    }

    Description with(Map<String, String> changes) {
      Map<String, String> merged = new HashMap<>(settings);
      merged.putAll(changes);
      return new Description(layout, merged, sparkHome);
    }
  }

  /**
   * A daemon as it is now.
   *
   * @param node where
   * @param role what
   * @param pid its process, or empty if it does not run
   * @param log all that it prints and logs
   */
  public record DaemonStatus(Node node, Role role, Optional<Long> pid, Path log) {}

  /** Returns the test bed of a directory, be there one or not. */
  public static Testbed at(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath().normalize();
    // The kernel names mounts by their real path.
    Path parent = absolute.getParent();
    return new Testbed(
        parent != null && Files.exists(parent)
            ? parent.toRealPath().resolve(absolute.getFileName())
            : absolute);
  }

  /** Returns what is missing on this machine for {@link Isolation#KERNEL}; empty if nothing is. */
  public static List<String> missingForIsolation() throws IOException {
    return Requirements.missing();
  }

  /** Whether there is a test bed, or what is left of one. */
  public boolean exists() {
    return Files.exists(directory);
  }

  /** Whether it came up completely. */
  public boolean isUp() {
    return Files.exists(readyFile());
  }

  /** Returns the directory of everything that it writes. */
  public Path directory() {
    return directory;
  }

  /** Returns what it was made from. */
  public Description description() throws IOException {
    if (!Files.exists(descriptionFile())) {
      throw new IllegalStateException(
          "There is no test bed in %s; bin/trident testbed up makes one".formatted(directory));
    }
    return json.readValue(descriptionFile().toFile(), Description.class);
  }

  /**
   * Makes a test bed and returns when all its daemons serve. If it fails, whatever was made stays
   * to be looked at until {@link #down}.
   *
   * @param description what to make
   * @param progress receives what happens
   * @throws IllegalStateException if there is one already, the machine lacks something, or another
   *     test bed has this one's name or network
   */
  public void up(Description description, Consumer<String> progress) throws IOException {
    if (exists()) {
      throw new IllegalStateException(
          "%s exists: a test bed is up, or was not taken down. Run: bin/trident testbed down"
              .formatted(directory));
    }
    Layout layout = description.layout();
    List<String> missing =
        layout.isolation() == Isolation.KERNEL ? Requirements.missing() : List.of();
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "This machine cannot isolate nodes, it lacks %s. With --isolation loopback nothing is throttled."
              .formatted(String.join(", ", missing)));
    }
    List<String> taken = Conflicts.of(layout);
    if (!taken.isEmpty()) {
      throw new IllegalStateException(
          ("Another test bed has, or one that was killed has left, %s. Take that one down:"
                  + " bin/trident testbed down --dir DIR; or choose another --name and --subnet"
                  + " than %s and %d")
              .formatted(String.join(", ", taken), layout.name(), layout.subnet()));
    }
    Files.createDirectories(directory);
    alone(
        () -> {
          json.writeValue(descriptionFile().toFile(), description);
          progress.accept("Network and volumes of %d nodes".formatted(layout.nodes()));
          prepareMachine(layout);
          siteFiles(description).write();
          daemons(description).commands().write(description.sparkHome());
          startDaemons(description, progress);
          Files.createFile(readyFile());
        });
  }

  /**
   * Ends every process of the test bed and removes everything that it made, its directory last.
   * Does nothing where there is none.
   *
   * @throws IOException naming what could not be removed; another attempt tries again
   */
  public void down(Consumer<String> progress) throws IOException {
    if (!exists()) {
      return;
    }
    alone(
        () -> {
          Files.deleteIfExists(readyFile());
          progress.accept("Ending processes");
          members.kill();
          progress.accept("Removing volumes and network");
          removeAllMade();
          Cleaner.deleteTree(directory);
        });
  }

  /** Returns all daemons that were started, with whether they run. */
  public List<DaemonStatus> status() throws IOException {
    Daemons daemons = daemons(description());
    List<DaemonStatus> all = new ArrayList<>();
    for (Node node : description().layout().all()) {
      for (Role role : daemons.startedOn(node)) {
        all.add(
            new DaemonStatus(
                node,
                role,
                daemons.find(node, role).map(ProcessHandle::pid),
                daemons.log(node, role)));
      }
    }
    return all;
  }

  /** Returns the addresses of the web interfaces, by daemon. */
  public Map<String, String> webInterfaces() throws IOException {
    Description description = description();
    String master = "http://" + description.layout().master().address();
    Map<String, String> all = new TreeMap<>();
    all.put("HDFS", master + ":" + SiteFiles.NAMENODE_WEB_PORT);
    all.put("YARN", master + ":8088");
    all.put("Job history", master + ":19888");
    if (description.sparkHome() != null) {
      all.put("Spark", master + ":8080");
    }
    return all;
  }

  /**
   * Measures every tier and link. Nothing else should run meanwhile.
   *
   * @return what was measured; empty where nothing is throttled
   */
  public List<RateCheck> check() throws IOException {
    Layout layout = description().layout();
    if (layout.isolation() == Isolation.LOOPBACK) {
      return List.of();
    }
    return new SelfCheck(layout, host, shell, volumes).run();
  }

  /**
   * Returns what memory it takes now, without that of this process. The kernel walks the page
   * tables of all processes for it: some milliseconds for each GB.
   */
  public MemoryUse memory() throws IOException {
    Layout layout = description().layout();
    List<ProcessHandle> running = members.running();
    return new MemoryUse(
        running.size(),
        Members.proportionalSetSize(running),
        layout.isolation() == Isolation.KERNEL ? volumes.inMemory(layout) : 0);
  }

  /** Returns the configuration directory for clients. */
  public Path clientConfiguration() throws IOException {
    return siteFiles(description()).of(description().layout().master());
  }

  /** Returns where a worker keeps the logs of its containers, by application. */
  public Path containerLogs(Node node) {
    return SiteFiles.containerLogs(directory, node);
  }

  /** Returns a command, ready to be started, that runs on a node as any process of the test bed. */
  public ProcessBuilder on(String node, List<String> command) throws IOException {
    return host.builder(shell.on(description().layout().node(node), command));
  }

  /**
   * Stops a daemon of the master, changes settings of all nodes, and starts it again. Waits until
   * it serves as before.
   */
  public void restart(Role role, Map<String, String> changes) throws IOException {
    Description changed = description().with(changes);
    alone(
        () -> {
          Node master = changed.layout().master();
          Daemons daemons = daemons(changed);
          daemons.stop(master, role);
          json.writeValue(descriptionFile().toFile(), changed);
          siteFiles(changed).write();
          daemons.start(master, role, ClassPaths.of(role), List.of());
          awaitHadoop(changed, daemons);
        });
  }

  /** Kills a daemon of a worker at once, as a crash does; it stays down until {@link #start}. */
  public void kill(Node worker, Role role) throws IOException {
    alone(() -> daemons(description()).kill(worker, role));
  }

  /** Starts a daemon of a worker that was killed, and waits until all daemons serve. */
  public void start(Node worker, Role role) throws IOException {
    Description description = description();
    alone(
        () -> {
          Daemons daemons = daemons(description);
          daemons.start(worker, role, ClassPaths.of(role), List.of());
          awaitHadoop(description, daemons);
        });
  }

  private void prepareMachine(Layout layout) throws IOException {
    if (layout.isolation() == Isolation.LOOPBACK) {
      volumes.createUnthrottled(layout, state);
      for (Node node : layout.all()) {
        shell.write(node, conf(node), directory.resolve("hosts"));
      }
      return;
    }
    Throttle throttle = Throttle.detect(Mounts.now()).orElseThrow();
    throttle.create(layout, host, state);
    NodeNetwork network = new NodeNetwork(layout, host, state);
    network.create();
    volumes.create(layout, throttle, host, state);
    for (Node node : layout.all()) {
      shell.write(node, throttle.members(layout, node), network.namespaceOf(node), conf(node));
    }
  }

  private void startDaemons(Description description, Consumer<String> progress) throws IOException {
    Layout layout = description.layout();
    Node master = layout.master();
    Daemons daemons = daemons(description);
    progress.accept("NameNode, ResourceManager, history server");
    daemons.run(
        master, Role.NAMENODE, ClassPaths.of(Role.NAMENODE), List.of("-format", "-nonInteractive"));
    for (Role role : List.of(Role.NAMENODE, Role.RESOURCEMANAGER, Role.HISTORYSERVER)) {
      daemons.start(master, role, ClassPaths.of(role), List.of());
    }
    if (layout.isolation() == Isolation.KERNEL) {
      daemons.start(
          master,
          Role.SWEEPER,
          ClassPaths.of(Role.SWEEPER),
          Stream.concat(
                  Stream.of(Long.toString(PageCacheSweeper.interval(layout.scale()).toMillis())),
                  volumes.swept(layout).stream().map(Path::toString))
              .toList());
    }
    progress.accept("%d DataNodes and NodeManagers".formatted(layout.nodes()));
    for (Node node : layout.workers()) {
      for (Role role : List.of(Role.DATANODE, Role.NODEMANAGER)) {
        daemons.start(node, role, ClassPaths.of(role), List.of());
      }
    }
    if (description.sparkHome() != null) {
      startSpark(layout, daemons, new SparkSite(layout, Path.of(description.sparkHome())));
    }
    awaitHadoop(description, daemons);
  }

  private void startSpark(Layout layout, Daemons daemons, SparkSite spark) throws IOException {
    daemons.start(
        layout.master(),
        Role.SPARKMASTER,
        spark.classPath(),
        spark.masterArguments(),
        spark.masterEnvironment());
    for (Node node : layout.workers()) {
      daemons.start(
          node,
          Role.SPARKWORKER,
          spark.classPath(),
          spark.workerArguments(node, directory.resolve(node.name()).resolve("spark")),
          spark.worker(
              node,
              volumes.mountPoint(node, Tier.DISK).resolve("spark"),
              siteFiles(description()).hosts()));
    }
  }

  private void awaitHadoop(Description description, Daemons daemons) throws IOException {
    Layout layout = description.layout();
    Readiness readiness = new Readiness(layout);
    try {
      Await.until(
          "all daemons to serve",
          START_TIMEOUT,
          () -> {
            requireAlive(layout, daemons);
            return readiness.dataNodes() == layout.nodes()
                && readiness.nodeManagers() == layout.nodes()
                && readiness.history()
                && (description.sparkHome() == null || readiness.sparkWorkers() == layout.nodes());
          });
    } catch (IOException e) {
      throw new IOException(
          "%s. HDFS has %d DataNodes, YARN %d NodeManagers%s of %d; the logs are in %s"
              .formatted(
                  e.getMessage(),
                  readiness.dataNodes(),
                  readiness.nodeManagers(),
                  description.sparkHome() == null
                      ? ""
                      : ", Spark %d workers".formatted(readiness.sparkWorkers()),
                  layout.nodes(),
                  directory),
          e);
    }
  }

  private static void requireAlive(Layout layout, Daemons daemons) throws IOException {
    for (Node node : layout.all()) {
      for (Role role : daemons.startedOn(node)) {
        if (daemons.find(node, role).isEmpty()) {
          throw new IOException(
              "The %s of %s ended; see %s"
                  .formatted(role.label(), node.name(), daemons.log(node, role)));
        }
      }
    }
  }

  private void removeAllMade() throws IOException {
    Cleaner cleaner = new Cleaner(host);
    List<Made> made = new ArrayList<>(state.read());
    Collections.reverse(made);
    List<String> failures = new ArrayList<>();
    for (Made thing : made) {
      try {
        cleaner.remove(thing);
      } catch (IOException e) {
        failures.add(thing.line() + ": " + e.getMessage());
      }
    }
    if (!failures.isEmpty()) {
      throw new IOException("Still there: " + String.join("; ", failures));
    }
  }

  private Daemons daemons(Description description) {
    return new Daemons(description.layout(), directory, host, shell, siteFiles(description));
  }

  private SiteFiles siteFiles(Description description) {
    Map<String, String> settings = new HashMap<>();
    if (description.sparkHome() != null) {
      settings.putAll(
          new SparkSite(description.layout(), Path.of(description.sparkHome())).clients());
    }
    settings.putAll(description.settings());
    return new SiteFiles(description.layout(), directory, volumes, settings);
  }

  private Path conf(Node node) {
    return directory.resolve(node.name()).resolve("conf");
  }

  private Path descriptionFile() {
    return directory.resolve("testbed.json");
  }

  private Path readyFile() {
    return directory.resolve("ready");
  }

  /** Changes the test bed while nobody else does; the kernel lets go when the process ends. */
  private void alone(Change change) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (!tryLock(channel)) {
        throw new IllegalStateException(
            "Another process is changing the test bed in %s; end it or wait".formatted(directory));
      }
      change.make();
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Held by another thread of this process.
      return false;
    }
  }

  /** What one process at a time does. */
  private interface Change {
    void make() throws IOException;
  }
}
