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
package io.trident.benchmarks.figures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The numbers of a figure.
 *
 * @param figure which
 * @param values by setup, group and metric, in the order of drawing
 */
record FigureData(Figure figure, List<Value> values) {
  private static final String HEAD = "setup,group,metric,unit,mean,min,max,deviation,repetitions";

  FigureData {
    values = List.copyOf(values);
  }

  /** Computes them from the jobs of each of the figure's experiments. */
  static FigureData of(Figure figure, Map<Experiment, List<JobSample>> jobs) {
    List<Value> values = new ArrayList<>();
    for (Experiment experiment : figure.experiments()) {
      Map<String, Map<String, Map<Integer, List<JobSample>>>> bySetup = new LinkedHashMap<>();
      for (JobSample job : jobs.getOrDefault(experiment, List.of())) {
        bySetup
            .computeIfAbsent(job.setup(), any -> new TreeMap<>())
            .computeIfAbsent(figure.groupOf(experiment, job), any -> new TreeMap<>())
            .computeIfAbsent(job.repetition(), any -> new ArrayList<>())
            .add(job);
      }
      for (String setup : figure.setups()) {
        Map<String, Map<Integer, List<JobSample>>> base =
            bySetup.getOrDefault(figure.baseline(), Map.of());
        bySetup
            .getOrDefault(setup, Map.of())
            .forEach(
                (group, repetitions) ->
                    values.addAll(
                        of(figure, setup, group, repetitions, base.getOrDefault(group, Map.of()))));
      }
    }
    return new FigureData(figure, values);
  }

  private static List<Value> of(
      Figure figure,
      String setup,
      String group,
      Map<Integer, List<JobSample>> repetitions,
      Map<Integer, List<JobSample>> base) {
    List<Value> values = new ArrayList<>();
    for (Metric metric : figure.form().metrics()) {
      List<Double> each = new ArrayList<>();
      repetitions.forEach(
          (repetition, jobs) -> {
            double value = metric.of(jobs, base.getOrDefault(repetition, List.of()));
            if (Double.isFinite(value)) {
              each.add(value);
            }
          });
      if (!each.isEmpty()) {
        values.add(Value.of(setup, group, metric, each));
      }
    }
    return values;
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  Optional<Value> value(String setup, String group, Metric metric) {
    return values.stream()
        .filter(
            value ->
                value.metric() == metric
                    && value.setup().equals(setup)
                    && value.group().equals(group))
        .findFirst();
  }

  /** Returns the groups that have values, in order of their first one. */
  List<String> groups() {
    return values.stream().map(Value::group).distinct().toList();
  }

  /** Returns the setups that have values. */
  List<String> setups() {
    return values.stream().map(Value::setup).distinct().toList();
  }

  /** Returns the values that a number of the paper is about. */
  List<Value> like(PaperNumber number) {
    return values.stream()
        .filter(
            value ->
                value.metric() == number.metric()
                    && value.setup().equals(number.setup())
                    && number.isAbout(value.group()))
        .toList();
  }

  /** Returns the lines of a CSV file. */
  List<String> csv() {
    return Stream.concat(
            Stream.of(HEAD),
            values.stream()
                .map(
                    value ->
                        String.format(
                            Locale.ROOT,
                            "%s,%s,%s,%s,%.4f,%.4f,%.4f,%.4f,%d",
                            value.setup(),
                            value.group(),
                            value.metric().label(),
                            value.metric().unit(),
                            value.mean(),
                            value.min(),
                            value.max(),
                            value.deviation(),
                            value.repetitions())))
        .toList();
  }
}
