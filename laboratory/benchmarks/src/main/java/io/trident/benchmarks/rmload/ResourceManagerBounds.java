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
package io.trident.benchmarks.rmload;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * What Trident's scheduler costs by what the stock one costs, under the loads that are worst for
 * it: more work than a cluster has room for, bursts, and applications that ask for very much or for
 * what they cannot get. Prints each row as it is measured.
 */
public final class ResourceManagerBounds {
  private static final int MEAN_RUN_MILLIS = 20_000;
  private static final long SEED = 2_010;
  private static final int LARGEST_ASYNCHRONOUS = 4_000;
  private static final int BURSTS_TO_WARM_UP = 4;
  private static final String HEADER =
      """
      | load | nodes | CPU us a container: stock | CPU ratio | node update 99 % ratio | allocate 99 % ratio | memory-local: stock, Trident | plans a container |
      |---|---:|---:|---:|---:|---:|---:|---:|
      """;

  private final Plan plan;
  private final StringBuilder table = new StringBuilder();

  /** What to measure. */
  public enum Load {
    /** Applications that come and go, fewer and more than there is room for. */
    ARRIVALS,
    /** The same applications without maps: then there is nothing for Trident to do. */
    PLAIN,
    /** The same with the Capacity scheduler placing on threads of its own, in real time. */
    ASYNCHRONOUS,
    /** All containers of one application at once, in an empty cluster. */
    BURSTS,
    /** Applications that stay beside half as many arrivals as there is room for. */
    STANDING;

    private static Load named(String name) {
      return valueOf(name.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * How long to measure.
   *
   * @param schedulers which of Hadoop's schedulers, each beside Trident's that extends it
   * @param loads what
   * @param sizes numbers of nodes
   * @param occupancies of the arrivals
   * @param warmUp seconds of load before
   * @param blocks how many ratios
   * @param seconds of load for each of both schedulers in a ratio
   */
  public record Plan(
      Set<HostScheduler> schedulers,
      Set<Load> loads,
      List<Integer> sizes,
      List<Double> occupancies,
      int warmUp,
      int blocks,
      int seconds) {
    private static final List<String> LISTS = List.of("scheduler", "load", "nodes", "occupancy");
    private static final List<String> NUMBERS = List.of("warm-up", "blocks", "seconds");

    /** All of the table in {@code docs/results/resource-manager.md}, and more nodes. */
    public static final Plan FULL =
        new Plan(
            EnumSet.of(HostScheduler.CAPACITY),
            EnumSet.allOf(Load.class),
            List.of(1_000, 4_000, 10_000),
            List.of(0.8, 1.0, 1.5, 3.0),
            25,
            9,
            4);

    /** To see that all works. */
    public static final Plan QUICK =
        new Plan(
            EnumSet.of(HostScheduler.CAPACITY),
            EnumSet.allOf(Load.class),
            List.of(80),
            List.of(0.8, 1.5),
            2,
            2,
            1);

    /**
     * Returns this plan with what words name: {@code scheduler=capacity,fair,fifo}, {@code
     * load=bursts,standing}, {@code nodes=1000,400}, {@code occupancy=1.5}, {@code blocks=5},
     * {@code seconds=2}, {@code warm-up=10}.
     *
     * @throws IllegalArgumentException if there is no such word
     */
    public Plan with(List<String> words) {
      Plan changed = this;
      for (String word : words) {
        changed = changed.with(word);
      }
      return changed;
    }

    private Plan with(String word) {
      String name = word.replaceFirst("=.*", "");
      List<String> values = List.of(word.substring(word.indexOf('=') + 1).split(","));
      int number = NUMBERS.contains(name) ? Integer.parseInt(values.get(0)) : 0;
      if (!NUMBERS.contains(name) && !LISTS.contains(name)) {
        throw new IllegalArgumentException(
            "Unknown argument %s; known are %s and %s, each with =VALUE."
                .formatted(word, String.join(", ", LISTS), String.join(", ", NUMBERS)));
      }
      return new Plan(
          name.equals("scheduler") ? EnumSet.copyOf(all(values, HostScheduler::named)) : schedulers,
          name.equals("load") ? EnumSet.copyOf(all(values, Load::named)) : loads,
          name.equals("nodes") ? all(values, Integer::valueOf) : sizes,
          name.equals("occupancy") ? all(values, Double::valueOf) : occupancies,
          name.equals("warm-up") ? number : warmUp,
          name.equals("blocks") ? number : blocks,
          name.equals("seconds") ? number : seconds);
    }

    private static <T> List<T> all(List<String> values, Function<String, T> parse) {
      return values.stream().map(parse).toList();
    }
  }

  private ResourceManagerBounds(Plan plan) {
    this.plan = plan;
  }

  /** Measures and returns the table. */
  public static String run(Plan plan) {
    ResourceManagerLoad.logWarningsOnly();
    ResourceManagerBounds bounds = new ResourceManagerBounds(plan);
    bounds.print(HEADER);
    for (HostScheduler scheduler : plan.schedulers()) {
      for (Load load : plan.loads()) {
        switch (load) {
          case ARRIVALS -> bounds.arrivals(scheduler, Contender.TRIDENT, "arrivals");
          case PLAIN ->
              bounds.arrivals(scheduler, Contender.TRIDENT_WITHOUT_MAPS, "arrivals without maps,");
          case ASYNCHRONOUS -> bounds.asynchronous(scheduler);
          case BURSTS -> bounds.bursts(scheduler);
          case STANDING -> bounds.standing(scheduler);
        }
      }
    }
    return bounds.table.toString();
  }

  private LoadSpec spec(HostScheduler scheduler, int nodes, double occupancy) {
    return new LoadSpec(nodes, occupancy, MEAN_RUN_MILLIS, SEED).on(scheduler);
  }

  private void arrivals(HostScheduler scheduler, Contender contender, String label) {
    for (int nodes : plan.sizes()) {
      for (double occupancy : plan.occupancies()) {
        LoadSpec spec = spec(scheduler, nodes, occupancy);
        print(row("%s %.1f x capacity".formatted(label, occupancy), spec, inTurn(spec, contender)));
      }
    }
  }

  private void standing(HostScheduler scheduler) {
    if (scheduler == HostScheduler.FIFO) {
      return; // who stays has come first, and nobody else is served
    }
    for (StandingLoad standing : StandingLoad.values()) {
      for (int nodes : plan.sizes()) {
        if (standing != StandingLoad.NONE) {
          LoadSpec spec = spec(scheduler, nodes, 0.5).beside(standing);
          print(row(standing.label(), spec, inTurn(spec, Contender.TRIDENT)));
        }
      }
    }
  }

  /** Both schedulers live at once; each serves a block of the same load in turn. */
  private Map<Contender, List<LoadBlock>> inTurn(LoadSpec spec, Contender contender) {
    Map<Contender, List<LoadBlock>> blocks = noBlocks();
    try (ClusterLoad stock = new ClusterLoad(spec, Contender.STOCK, Drive.HEARTBEAT);
        ClusterLoad trident = new ClusterLoad(spec, contender, Drive.HEARTBEAT)) {
      stock.advance(plan.warmUp());
      trident.advance(plan.warmUp());
      for (int block = 0; block < plan.blocks(); block++) {
        List<ClusterLoad> order =
            block % 2 == 0 ? List.of(stock, trident) : List.of(trident, stock);
        for (ClusterLoad load : order) {
          of(blocks, load == stock ? Contender.STOCK : Contender.TRIDENT)
              .add(LoadBlock.serve(load, plan.seconds()));
        }
      }
    }
    return blocks;
  }

  private void asynchronous(HostScheduler scheduler) {
    if (scheduler != HostScheduler.CAPACITY) {
      return; // the others have no such threads
    }
    for (int nodes : plan.sizes()) {
      for (double occupancy : plan.occupancies()) {
        if (nodes <= LARGEST_ASYNCHRONOUS) {
          LoadSpec spec = spec(scheduler, nodes, occupancy);
          Map<Contender, List<LoadBlock>> blocks = noBlocks();
          for (int block = 0; block < (plan.blocks() + 2) / 3; block++) {
            List<Contender> order =
                block % 2 == 0
                    ? List.of(Contender.STOCK, Contender.TRIDENT)
                    : List.of(Contender.TRIDENT, Contender.STOCK);
            for (Contender contender : order) {
              try (ClusterLoad load = new ClusterLoad(spec, contender, Drive.ASYNCHRONOUS)) {
                load.advance(Math.min(plan.warmUp(), 2 * plan.seconds()));
                of(blocks, contender).add(LoadBlock.serve(load, 2 * plan.seconds()));
              }
            }
          }
          print(row("asynchronous, arrivals %.1f x capacity".formatted(occupancy), spec, blocks));
        }
      }
    }
  }

  private void bursts(HostScheduler scheduler) {
    for (int nodes : plan.sizes()) {
      for (int containers : new int[] {nodes / 16, nodes}) {
        LoadSpec spec = spec(scheduler, nodes, 0);
        Map<Contender, List<LoadBlock>> blocks = noBlocks();
        try (ClusterLoad stock = new ClusterLoad(spec, Contender.STOCK, Drive.HEARTBEAT);
            ClusterLoad trident = new ClusterLoad(spec, Contender.TRIDENT, Drive.HEARTBEAT)) {
          int times = plan.blocks() + BURSTS_TO_WARM_UP;
          for (int time = 0; time < times; time++) {
            List<ClusterLoad> order =
                time % 2 == 0 ? List.of(stock, trident) : List.of(trident, stock);
            for (ClusterLoad load : order) {
              LoadBlock block = LoadBlock.burst(load, containers);
              if (time >= BURSTS_TO_WARM_UP) {
                of(blocks, load.contender()).add(block);
              }
            }
          }
        }
        print(row("%,d containers at once".formatted(containers), spec, blocks));
      }
    }
  }

  private static Map<Contender, List<LoadBlock>> noBlocks() {
    return new EnumMap<>(Contender.class);
  }

  private static List<LoadBlock> of(Map<Contender, List<LoadBlock>> blocks, Contender contender) {
    return blocks.computeIfAbsent(contender, any -> new ArrayList<>());
  }

  private static String row(String label, LoadSpec spec, Map<Contender, List<LoadBlock>> blocks) {
    List<LoadBlock> stock = of(blocks, Contender.STOCK);
    List<LoadBlock> trident = of(blocks, Contender.TRIDENT);
    return String.format(
        Locale.ROOT,
        "| %s, %s | %,d | %.0f | %s | %s | %s | %.0f %%, %.0f %% | %.2f |%n",
        spec.scheduler().label(),
        label,
        spec.nodes(),
        mean(stock, LoadBlock::cpuPerContainer),
        ratio(stock, trident, LoadBlock::cpuPerContainer),
        ratio(stock, trident, LoadBlock::updateP99),
        ratio(stock, trident, LoadBlock::allocateP99),
        100 * mean(stock, LoadBlock::memoryShare),
        100 * mean(trident, LoadBlock::memoryShare),
        mean(trident, LoadBlock::plansPerContainer));
  }

  private static Ratio ratio(
      List<LoadBlock> stock, List<LoadBlock> trident, ToDoubleFunction<LoadBlock> measure) {
    double[] ratios = new double[stock.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = measure.applyAsDouble(trident.get(i)) / measure.applyAsDouble(stock.get(i));
    }
    return Ratio.of(ratios);
  }

  private static double mean(List<LoadBlock> blocks, ToDoubleFunction<LoadBlock> measure) {
    DoubleStream values = blocks.stream().mapToDouble(measure);
    return values.average().orElse(Double.NaN);
  }

  private void print(String line) {
    System.err.print(line);
    table.append(line);
  }
}
