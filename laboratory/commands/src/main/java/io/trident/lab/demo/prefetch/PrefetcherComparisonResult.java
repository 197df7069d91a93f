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
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Everything that a comparison found out.
 *
 * @param times the planner's constants of this machine
 * @param runs all runs, in the order in which they were made
 * @param seconds duration of the whole comparison
 */
record PrefetcherComparisonResult(
    ComparisonOptions options, MeasuredTimes times, List<PrefetchRun> runs, double seconds) {
  PrefetcherComparisonResult {
    runs = List.copyOf(runs);
  }

  /**
   * The runs of a prefetcher under a scheduler, together.
   *
   * @param runs at least one
   */
  record Row(String scheduler, PrefetcherName prefetcher, List<PrefetchRun> runs) {
    /** Returns the share of maps that read from a source, 0 to 1. */
    double share(CopySource from) {
      int maps = runs.stream().mapToInt(run -> run.reads().size()).sum();
      int read = runs.stream().mapToInt(run -> run.counts().getOrDefault(from, 0)).sum();
      return (double) read / maps;
    }

    /** Returns the share of maps that read from memory of any node, 0 to 1. */
    double memoryShare() {
      return share(CopySource.MEMORY) + share(CopySource.REMOTE_MEMORY);
    }

    int requested() {
      return runs.stream().mapToInt(PrefetchRun::requested).sum();
    }

    int wasted() {
      return runs.stream().mapToInt(PrefetchRun::wasted).sum();
    }

    /** Returns the share of requested blocks that no map read from memory, 0 to 1. */
    double wastedShare() {
      return requested() == 0 ? 0 : (double) wasted() / requested();
    }

    /** Returns how many blocks were wasted for each block of input. */
    double wastedPerBlock() {
      return (double) wasted() / runs.stream().mapToInt(run -> run.reads().size()).sum();
    }

    double[] seconds() {
      return runs.stream().mapToDouble(PrefetchRun::seconds).sorted().toArray();
    }

    /** Returns the median error of the predictions, a share of what was measured; empty if none. */
    OptionalDouble medianError() {
      double[] errors =
          runs.stream()
              .map(run -> run.times().error())
              .flatMapToDouble(OptionalDouble::stream)
              .toArray();
      return errors.length == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(StatUtils.percentile(errors, 50));
    }

    double medianSeconds() {
      return StatUtils.percentile(seconds(), 50);
    }

    /** Returns the least and the greatest job time; one number if there is one run. */
    String spread() {
      double[] sorted = seconds();
      return sorted.length == 1 ? "" : "%.1f-%.1f".formatted(sorted[0], sorted[sorted.length - 1]);
    }
  }

  /** Returns a row for each scheduler and prefetcher that ran, in the order of the options. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (var scheduler : options.schedulers()) {
      for (PrefetcherName prefetcher : options.prefetchers()) {
        List<PrefetchRun> of =
            runs.stream()
                .filter(
                    run ->
                        run.scheduler().equals(scheduler.label()) && run.prefetcher() == prefetcher)
                .toList();
        if (!of.isEmpty()) {
          rows.add(new Row(scheduler.label(), prefetcher, of));
        }
      }
    }
    return rows;
  }
}
