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

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.Prediction;
import io.trident.cli.Columns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How far predicted times of jobs were off, in the median: of jobs whose class the model did not
 * know yet, and of the others.
 */
final class PredictionTable {
  private static final double PERCENT = 100;

  private PredictionTable() {}

  /** Returns a row for each setup; nothing if nothing was predicted. */
  static String of(List<PolicyRun> runs) {
    Map<String, List<Prediction>> bySetup = new LinkedHashMap<>();
    List<Prediction> all = new ArrayList<>();
    for (PolicyRun run : runs) {
      List<Prediction> predictions = run.predictions();
      if (predictions != null) {
        bySetup
            .computeIfAbsent(
                CompareTable.setup(run.policy(), run.prefetcher()), any -> new ArrayList<>())
            .addAll(predictions);
        all.addAll(predictions);
      }
    }
    if (all.isEmpty()) {
      return "";
    }
    Columns table =
        new Columns("predictions", "new jobs", "error %", "known jobs", "error %", "worst %");
    bySetup.forEach((setup, predictions) -> add(table, setup, predictions));
    add(table, "all", all);
    return "%n%s".formatted(table)
        + "Error: how far the predicted time until the last map ended was off, in the median. New jobs: no job of the same class had taught the model; known: one had.%n"
            .formatted();
  }

  private static void add(Columns table, String setup, List<Prediction> predictions) {
    List<Double> before = errors(predictions, false);
    List<Double> after = errors(predictions, true);
    table.add(
        setup,
        before.size(),
        median(before),
        after.size(),
        median(after),
        after.stream().max(Double::compare).map(PredictionTable::percent).orElse(""));
  }

  private static List<Double> errors(List<Prediction> predictions, boolean learned) {
    return predictions.stream()
        .filter(prediction -> prediction.learned() == learned)
        .map(Prediction::error)
        .toList();
  }

  private static String median(List<Double> errors) {
    return errors.isEmpty()
        ? ""
        : percent(
            StatUtils.percentile(errors.stream().mapToDouble(Double::doubleValue).toArray(), 50));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f", PERCENT * share);
  }
}
