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

import io.trident.cli.Columns;
import java.util.OptionalDouble;

/** The result for a terminal. */
final class ComparisonTable {
  private ComparisonTable() {}

  static String of(PrefetcherComparisonResult result) {
    Columns table =
        new Columns(
            "scheduler",
            "prefetcher",
            "memory",
            "remote memory",
            "disk",
            "remote disk",
            "prefetched",
            "wasted",
            "",
            "seconds",
            "",
            "error");
    for (PrefetcherComparisonResult.Row row : result.rows()) {
      table.add(
          row.scheduler(),
          row.prefetcher().label(),
          percent(row.share(CopySource.MEMORY)),
          percent(row.share(CopySource.REMOTE_MEMORY)),
          percent(row.share(CopySource.DISK)),
          percent(row.share(CopySource.REMOTE_DISK)),
          row.requested(),
          row.wasted(),
          row.requested() == 0 ? "" : percent(row.wastedShare()),
          "%.1f".formatted(row.medianSeconds()),
          row.spread(),
          error(row));
    }
    return table
        + """

        memory, disk: on the map's own node; remote: from another. Judged by what the DataNode that
        served a map's first read had in its cache then. prefetched, wasted: blocks over all
        repetitions; wasted: not read from memory by any map. seconds: median, least and greatest;
        Oracle's without the wait before its jobs. error: of the time predicted until the last map is
        done, of the measured one, median.
        """;
  }

  static String error(PrefetcherComparisonResult.Row row) {
    OptionalDouble error = row.medianError();
    return error.isPresent() ? percent(error.getAsDouble()) : "";
  }

  static String percent(double share) {
    return "%.0f %%".formatted(100 * share);
  }
}
