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

import io.trident.lab.testbed.RecoveryRun.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A comparison of recoveries as tables of Markdown. */
final class RecoveryTables {
  private static final double MB = 1e6;

  private RecoveryTables() {}

  static String of(RecoveryResult result) {
    return runs(result) + "\n" + ratios(result) + "\n" + storage(result);
  }

  private static String runs(RecoveryResult result) {
    return "| | node | MB lost | s to available | s to all replicas | bytes of devices read for each"
        + " lost | written | largest share read | CPU s | read to rebuild for each byte of extents"
        + " |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        + result.runs().stream().map(RecoveryTables::row).collect(Collectors.joining());
  }

  private static String row(RecoveryRun run) {
    return line(
        "| %s | %s | %.1f | %.1f | %.1f | %.2f | %.2f | %.0f %% | %.1f | %s |",
        run.kind() == Kind.PHYSICAL ? "three replicas" : "table",
        run.node(),
        run.bytesLost() / MB,
        run.availableSeconds(),
        run.wholeSeconds(),
        run.bytesRead() / (double) run.bytesLost(),
        run.bytesWritten() / (double) run.bytesLost(),
        100 * run.largestShareRead(),
        run.cpuSeconds(),
        run.bytesOnly() == 0
            ? ""
            : "%.3f".formatted(run.bytesRebuiltFrom() / (double) run.bytesOnly()));
  }

  /** The table's seconds for each byte lost by those of the directory, of each repetition. */
  private static String ratios(RecoveryResult result) {
    Map<Integer, Double> ratios = new TreeMap<>();
    result.runs().stream()
        .filter(is(Kind.LOGICAL))
        .forEach(
            logical ->
                result.runs().stream()
                    .filter(is(Kind.PHYSICAL))
                    .filter(run -> run.repetition() == logical.repetition())
                    .forEach(
                        physical ->
                            ratios.put(
                                logical.repetition(),
                                logical.secondsPerLostMegabyte()
                                    / physical.secondsPerLostMegabyte())));
    return "Time for each byte lost, table by directory: "
        + ratios.values().stream().map("%.2f"::formatted).collect(Collectors.joining(", "))
        + ".\n";
  }

  private static Predicate<RecoveryRun> is(Kind kind) {
    return run -> run.kind() == kind;
  }

  private static String storage(RecoveryResult result) {
    StringBuilder table =
        new StringBuilder("| part | bytes on disks for each of source |\n|---|---:|\n");
    long sum = 0;
    for (Map.Entry<String, Long> part : new TreeMap<>(result.tableBytes()).entrySet()) {
      sum += part.getValue();
      table.append(line("| %s | %.3f |", part.getKey(), share(part.getValue(), result)));
    }
    return table
        .append(line("| table | %.3f |", share(sum, result)))
        .append(line("| three replicas | %.3f |", 3.0))
        .toString();
  }

  private static double share(long bytes, RecoveryResult result) {
    return bytes / (double) result.sourceBytes();
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values) + "\n";
  }
}
