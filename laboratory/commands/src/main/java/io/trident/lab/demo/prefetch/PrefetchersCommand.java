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
package io.trident.lab.demo.prefetch;

import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.DemoOutput;
import io.trident.lab.demo.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trident demo prefetchers}. */
@Command(
    name = "prefetchers",
    description = {
      "Runs the same MapReduce job with every prefetcher, under the stock scheduler and under"
          + " Trident, on a real HDFS and YARN on this machine whose input is on disks only. Shows"
          + " how many blocks were read from memory, and how many were prefetched in vain.",
      "About half a minute for each job, plus a minute; --prefetcher and --scheduler choose."
    })
public final class PrefetchersCommand implements Callable<Integer> {
  @Option(
      names = "--prefetcher",
      paramLabel = "NAME",
      description =
          "none, prefetch-all, trident, trident-delay or oracle; may be repeated; all if absent.")
  private List<String> prefetchers = List.of();

  @Option(
      names = "--scheduler",
      paramLabel = "NAME",
      description = "stock or trident; may be repeated; both if absent.")
  private List<String> schedulers = List.of();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each pair runs; default ${DEFAULT-VALUE}.")
  private int repeat;

  @Option(names = "--nodes", defaultValue = "6", description = "Nodes; default ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(names = "--racks", defaultValue = "2", description = "Racks; default ${DEFAULT-VALUE}.")
  private int racks;

  @Option(
      names = "--blocks",
      defaultValue = "24",
      description = "Input blocks, one map each; default ${DEFAULT-VALUE}.")
  private int blocks;

  @Option(
      names = "--block-mb",
      defaultValue = "4",
      description = "Size of a block in MB, about; default ${DEFAULT-VALUE}.")
  private int blockMb;

  @Option(
      names = "--slots",
      defaultValue = "2",
      description = "Tasks that a node has room for; default ${DEFAULT-VALUE}.")
  private int slots;

  @Option(
      names = "--disk-mb",
      paramLabel = "MB/s",
      defaultValue = "1",
      description =
          "Bandwidth of a node's disk in MB/s, as slow for the demo's blocks as a disk is for"
              + " usual ones; default ${DEFAULT-VALUE}.")
  private double diskMb;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      defaultValue = "trident-prefetchers.html",
      description = "Where to write the HTML report; default ${DEFAULT-VALUE}.")
  private Path report = Path.of("trident-prefetchers.html");

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private DemoOutput output;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return output.run(
        report,
        this::options,
        (options, progress) -> new PrefetcherComparison(options, progress).run(),
        new DemoOutput.Views<>(
            ComparisonTable::of,
            result -> new ComparisonReport(result).html(),
            ComparisonJson::of));
  }

  private ComparisonOptions options(Path directory) {
    int unit = DemoOptions.BLOCK_UNIT;
    int bytes = Math.max(1 << 20, Math.multiplyExact(blockMb, 1_000_000)) / unit * unit;
    return new ComparisonOptions(
        new DemoOptions(nodes, racks, blocks, Math.max(bytes, 82 * unit), slots, directory),
        diskMb * 1e6,
        repeat,
        named("--scheduler", schedulers, List.of(Engine.values()), Engine::label),
        named(
            "--prefetcher", prefetchers, List.of(PrefetcherName.values()), PrefetcherName::label));
  }

  private static <T> List<T> named(
      String option, List<String> labels, List<T> all, Function<T, String> labelOf) {
    if (labels.isEmpty()) {
      return all;
    }
    for (String label : labels) {
      if (all.stream().map(labelOf).noneMatch(label.toLowerCase(Locale.ROOT)::equals)) {
        throw new IllegalArgumentException(
            "Unknown %s '%s': give one of %s"
                .formatted(option, label, Arrays.toString(all.stream().map(labelOf).toArray())));
      }
    }
    List<String> lower = labels.stream().map(label -> label.toLowerCase(Locale.ROOT)).toList();
    return all.stream().filter(one -> lower.contains(labelOf.apply(one))).toList();
  }
}
