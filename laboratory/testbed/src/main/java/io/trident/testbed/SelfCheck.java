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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures each tier and each kind of link, as the daemons meet them: disks by reading a file as
 * any process on the node does, all nodes at once, after nothing but the sweeper has emptied the
 * page cache; memory through the node's loopback interface, as a task reads from its own DataNode.
 */
final class SelfCheck {
  private static final Pattern DD = Pattern.compile("(\\d+) bytes .*copied, ([0-9.e+-]+) s");
  private static final double SECONDS = 1.5;

  /** A link that is off is measured again: whatever else the machine does for a second slows it. */
  private static final int TRIES = 3;

  private final Layout layout;
  private final Host host;
  private final NodeShell shell;
  private final Volumes volumes;

  SelfCheck(Layout layout, Host host, NodeShell shell, Volumes volumes) {
    this.layout = layout;
    this.host = host;
    this.shell = shell;
    this.volumes = volumes;
  }

  /** Measures everything; takes some ten seconds, and two more per node. */
  List<RateCheck> run() throws IOException {
    try {
      fill(Tier.SSD, layout.rates().ssd());
      fill(Tier.DISK, layout.rates().disk());
      long filled = System.nanoTime();
      List<RateCheck> memory = new ArrayList<>();
      for (Node node : layout.workers()) {
        memory.add(link("memory", node, node, layout.rates().memory()));
      }
      List<RateCheck> links = links();
      // The sweeper comes by in every interval; links do not mind.
      Duration left =
          PageCacheSweeper.interval(layout.scale())
              .multipliedBy(5)
              .dividedBy(2)
              .minusNanos(System.nanoTime() - filled);
      Await.pause(left.isNegative() ? Duration.ZERO : left);
      List<RateCheck> results = new ArrayList<>(memory);
      results.addAll(disks(Tier.SSD, layout.rates().ssd()));
      results.addAll(disks(Tier.DISK, layout.rates().disk()));
      results.addAll(links);
      return results;
    } finally {
      for (Node node : layout.workers()) {
        Files.deleteIfExists(volumes.probe(node, Tier.SSD));
        Files.deleteIfExists(volumes.probe(node, Tier.DISK));
      }
    }
  }

  private List<RateCheck> links() throws IOException {
    List<RateCheck> results = new ArrayList<>();
    Node first = layout.workers().get(0);
    Optional<Node> neighbour = other(first, true);
    if (neighbour.isPresent()) {
      results.add(link("rack", neighbour.get(), first, layout.rates().nodeLink()));
    }
    Optional<Node> stranger = other(first, false);
    if (stranger.isPresent()) {
      results.add(
          link(
              "core",
              stranger.get(),
              first,
              Math.min(layout.rates().nodeLink(), layout.rates().rackLink())));
    }
    return results;
  }

  private Optional<Node> other(Node node, boolean sameRack) {
    return layout.workers().stream()
        .filter(candidate -> !candidate.equals(node))
        .filter(candidate -> candidate.rack().equals(node.rack()) == sameRack)
        .findFirst();
  }

  private void fill(Tier tier, double declared) throws IOException {
    for (Node node : layout.workers()) {
      fill(volumes.probe(node, tier), bytes(declared));
    }
  }

  private List<RateCheck> disks(Tier tier, double declared) throws IOException {
    return together(
        layout.workers().stream()
            .<Callable<RateCheck>>map(node -> () -> disk(node, tier, declared))
            .toList());
  }

  private RateCheck disk(Node node, Tier tier, double declared) throws IOException {
    String output =
        host.run(
            shell.on(
                node, List.of("dd", "if=" + volumes.probe(node, tier), "of=/dev/null", "bs=64K")));
    return new RateCheck(tier.directory(), node.name(), declared, parseDd(output) / 1e6);
  }

  /** Returns bytes per second from what dd(1) prints at its end. */
  static double parseDd(String output) throws IOException {
    Matcher matcher = DD.matcher(output);
    if (!matcher.find()) {
      throw new IOException("dd did not report how long it took: " + output);
    }
    return Double.parseDouble(matcher.group(1)) / Double.parseDouble(matcher.group(2));
  }

  private RateCheck link(String what, Node from, Node to, double declared) throws IOException {
    RateCheck measured = measure(what, from, to, declared);
    for (int tries = 1; tries < TRIES && !measured.holds(); tries++) {
      measured = measure(what, from, to, declared);
    }
    return measured;
  }

  private RateCheck measure(String what, Node from, Node to, double declared) throws IOException {
    ProcessBuilder serve =
        host.builder(probe(from, "serve", from.address(), Long.toString(bytes(declared))));
    Process server = serve.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      String port = out.readLine();
      if (port == null) {
        throw new IOException("The probe on %s did not start".formatted(from.name()));
      }
      String rate = host.run(probe(to, "fetch", from.address(), port));
      String where = from.equals(to) ? to.name() : from.name() + " to " + to.name();
      return new RateCheck(what, where, declared, Double.parseDouble(rate) / 1e6);
    } finally {
      server.destroyForcibly();
    }
  }

  private List<String> probe(Node node, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-cp",
                ClassPaths.ofTestbed(),
                LinkProbe.class.getName()));
    command.addAll(List.of(arguments));
    return shell.on(node, command);
  }

  private static long bytes(double megabytesPerSecond) {
    return Math.round(Math.max(4, megabytesPerSecond * SECONDS) * 1e6);
  }

  private static void fill(Path file, long bytes) throws IOException {
    byte[] chunk = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = bytes; left > 0; left -= chunk.length) {
        out.write(chunk, 0, (int) Math.min(left, chunk.length));
      }
    }
    // The kernel keeps what is not written yet.
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static <T> List<T> together(List<Callable<T>> calls) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> call : threads.invokeAll(calls)) {
        results.add(call.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
