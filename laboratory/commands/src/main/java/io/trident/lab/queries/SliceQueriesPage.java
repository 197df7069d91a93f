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
package io.trident.lab.queries;

import static io.trident.lab.queries.Figures.megabytes;
import static io.trident.lab.queries.Figures.number;

/** The result as tables of Markdown. */
final class SliceQueriesPage {
  private final SliceQueriesResult result;
  private final StringBuilder out = new StringBuilder();

  private SliceQueriesPage(SliceQueriesResult result) {
    this.result = result;
  }

  static String of(SliceQueriesResult result) {
    return new SliceQueriesPage(result).text();
  }

  private String text() {
    SliceQueriesOptions options = result.options();
    line(
        "The join of query 3C: %s MB of lines in %d extents of %d partitions on %d nodes; %d slices of a partition, %d tasks at a time, %d repetitions."
            .formatted(
                megabytes(result.bytes()),
                result.extents(),
                options.extents(),
                result.nodes(),
                options.slices(),
                options.slots(),
                options.repetitions()));
    line("");
    line(
        "Seconds: median (least to greatest). Processor time, in seconds: of tasks + of their driver + of the process of all daemons; their sum, and its ratio to that of the first line.");
    line("");
    line("| configuration | seconds | processor time | sum | ratio | tasks | exchanges |");
    line("|---|---:|---:|---:|---:|---:|---:|");
    double stock = result.cpuSeconds(result.variants().get(0));
    for (SliceVariant variant : result.variants()) {
      Measurement measured = result.of(variant);
      double cpu = result.cpuSeconds(variant);
      line(
          "| %s | %s (%s to %s) | %s + %s + %s | %s | %s | %d | %d |"
              .formatted(
                  variant.name(),
                  number("%.2f", measured.median()),
                  number("%.2f", measured.seconds().get(0)),
                  number("%.2f", measured.seconds().get(measured.seconds().size() - 1)),
                  number("%.2f", measured.taskCpuSeconds()),
                  number("%.2f", measured.driverCpuSeconds()),
                  number("%.2f", result.counts(variant).cpuNanos() / 1e9),
                  number("%.2f", cpu),
                  number("%.2f", cpu / stock),
                  measured.tasks(),
                  measured.joinShuffles()));
    }
    line("");
    line(
        "MB: that tasks read, that DataNodes sent to readers (slicing reads its extents so, too) and their ratio to the tables' bytes, that were shuffled; between racks, computed and not counted.");
    line("");
    line("| configuration | tasks | DataNodes | ratio | shuffled | between racks |");
    line("|---|---:|---:|---:|---:|---:|");
    for (SliceVariant variant : result.variants()) {
      Measurement measured = result.of(variant);
      long sent = result.counts(variant).bytesRead();
      line(
          "| %s | %s | %s | %s | %s | %s |"
              .formatted(
                  variant.name(),
                  megabytes(measured.bytesRead()),
                  megabytes(sent),
                  number("%.2f", (double) sent / result.bytes()),
                  megabytes(measured.shuffleBytes()),
                  megabytes(result.bytesBetweenRacks(variant))));
    }
    line("");
    line(
        "Slices: how often an extent was read to be sliced; slices served, and which part of them late, from memory; given up for want of memory, and as nobody asked; requests refused, for which tasks read the extent. Memory: the most that nodes had, each at its time, and the limit, both of the tables' bytes.");
    line("");
    line(
        "| configuration | reads of an extent | served | late | evicted | expired | refused | memory | limit |");
    line("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (SliceVariant variant : result.variants()) {
      if (variant.hasSlices()) {
        slices(variant, result.counts(variant));
      }
    }
    return out.toString();
  }

  private void slices(SliceVariant variant, NodeCounts counts) {
    line(
        "| %s | %s | %d | %s | %d | %d | %d | %s | %s |"
            .formatted(
                variant.name(),
                number("%.2f", (double) counts.extentsRead() / result.extents()),
                counts.slicesServed(),
                percent(counts.slicesServedLate(), counts.slicesServed()),
                counts.slicesEvicted(),
                counts.slicesExpired(),
                counts.refused(),
                percent(counts.mostBytes(), result.bytes()),
                variant.memoryBytes() == 0
                    ? "none"
                    : percent(variant.memoryBytes(), result.bytes())));
  }

  private static String percent(long part, long whole) {
    return number("%.1f %%", 100.0 * part / Math.max(1, whole));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
