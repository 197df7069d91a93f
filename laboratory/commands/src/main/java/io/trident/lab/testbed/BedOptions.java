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

import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.Rates;
import io.trident.testbed.Testbed;
import io.trident.testbed.VolumeSizes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a new test bed is like. */
final class BedOptions {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(names = "--nodes", defaultValue = "8", description = "Workers; default ${DEFAULT-VALUE}.")
  private int nodes;

  @Option(names = "--racks", defaultValue = "2", description = "Racks; default ${DEFAULT-VALUE}.")
  private int racks;

  @Option(
      names = "--slots",
      defaultValue = "4",
      description = "Tasks that a worker has room for; default ${DEFAULT-VALUE}.")
  private int slots;

  @Option(
      names = "--scale",
      defaultValue = "10",
      description = "What all rates are divided by; default ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--rates",
      paramLabel = "MB/S",
      split = ",",
      description =
          "Before scaling, in MB/s: memory, SSD, disk, a node's link, a rack's link; default"
              + " 3200,400,160,1250,1250.")
  private List<Double> rates = List.of();

  @Option(
      names = "--memory-mb",
      paramLabel = "MB",
      defaultValue = "400",
      description = "Size of a worker's memory tier; default ${DEFAULT-VALUE}.")
  private int memory;

  @Option(
      names = "--cache-mb",
      paramLabel = "MB",
      defaultValue = "0",
      description = "Size of a worker's HDFS cache, for prefetching; default: none.")
  private int cache;

  @Option(
      names = "--isolation",
      paramLabel = "KIND",
      description = "kernel or loopback; default: kernel where the machine can.")
  private @Nullable Isolation isolation;

  @Option(
      names = "--name",
      defaultValue = "trident",
      description = "What the kernel's things are called after; default ${DEFAULT-VALUE}.")
  private String name = "trident";

  @Option(
      names = "--subnet",
      paramLabel = "N",
      defaultValue = "213",
      description = "Addresses are 10.N.x.x; default ${DEFAULT-VALUE}.")
  private int subnet;

  @Option(
      names = "--spark-home",
      paramLabel = "DIR",
      description = "Also start the standalone cluster of this Spark installation.")
  private @Nullable Path sparkHome;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "Set a key of Hadoop on all nodes; may be repeated.")
  private Map<String, String> settings = new HashMap<>();

  /**
   * Returns the layout of the options; prints a line on {@code out} if nothing will be throttled.
   *
   * @throws ParameterException if they are out of range
   */
  Testbed.Description description(PrintWriter out) throws IOException {
    return description(out, null);
  }

  /** As {@link #description(PrintWriter)}, with another Spark installation if none is named. */
  Testbed.Description description(PrintWriter out, @Nullable Path otherwise) throws IOException {
    Path home = sparkHome == null ? otherwise : sparkHome;
    return new Testbed.Description(
        layout(isolation(out)), settings, home == null ? null : home.toAbsolutePath().toString());
  }

  private Isolation isolation(PrintWriter out) throws IOException {
    if (isolation != null) {
      return isolation;
    }
    List<String> missing = Testbed.missingForIsolation();
    if (missing.isEmpty()) {
      return Isolation.KERNEL;
    }
    out.println(
        "Nothing is throttled, so times mean nothing: this machine lacks "
            + String.join(", ", missing)
            + ".");
    return Isolation.LOOPBACK;
  }

  private Layout layout(Isolation kind) {
    try {
      return new Layout(
          name,
          subnet,
          kind,
          nodes,
          racks,
          slots,
          rates(),
          scale,
          new VolumeSizes(memory, VolumeSizes.TYPICAL.ssd(), VolumeSizes.TYPICAL.disk(), cache));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Rates rates() {
    if (rates.isEmpty()) {
      return Rates.TYPICAL;
    }
    if (rates.size() != 5) {
      throw new IllegalArgumentException("--rates takes five numbers, not " + rates.size());
    }
    return new Rates(rates.get(0), rates.get(1), rates.get(2), rates.get(3), rates.get(4));
  }
}
