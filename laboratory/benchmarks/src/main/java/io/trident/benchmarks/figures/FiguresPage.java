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

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page of all figures, in Markdown: pictures, the paper's numbers beside these, and why. */
final class FiguresPage {
  private static final List<Metric> BOUNDS =
      List.of(Metric.BOUND, Metric.JOB_BOUND, Metric.TASK_BOUND);

  /** What rounding may hide: less is no difference. */
  private static final double ROUNDING = 0.5;

  private final List<PaperNumber> paper;
  private final StringBuilder text = new StringBuilder();

  FiguresPage(List<PaperNumber> paper, int repetitions, int facebookJobs) throws IOException {
    this.paper = paper;
    line("# The paper's figures, drawn again");
    line("");
    line(
        "Written by `bin/trident figures`: %d repetition%s, with the seeds 1, 2, ...; %,d jobs in the"
            + " Facebook workload.",
        repetitions, repetitions == 1 ? "" : "s", facebookJobs);
    text.append(System.lineSeparator()).append(remark("introduction"));
  }

  /** Adds a figure; if it is drawn from no source, the reason. */
  void add(Figure figure, Map<ResultSource, FigureData> drawn) throws IOException {
    line("");
    line("## %s: %s", figure.label(), figure.title());
    line("");
    for (Map.Entry<ResultSource, FigureData> one : new TreeMap<>(drawn).entrySet()) {
      String directory = figure == Figure.FIGURE_18 ? "" : one.getKey().label() + "/";
      picture(figure, directory, figure.fileName());
      if (figure.form() == Figure.Form.SHARES_AND_GAINS) {
        picture(figure, directory, figure.fileName() + "-gains");
      }
      line("Data: [CSV](%s%s.csv)", directory, figure.fileName());
      line("");
    }
    if (drawn.isEmpty()) {
      line(
          "Not drawn: there are no results of the test bed on file, and the simulator has no model.");
      line("");
    }
    text.append(remark(figure.id()));
    paperTable(figure, drawn);
    drawn.values().stream()
        .filter(
            data -> data.values().stream().anyMatch(value -> value.metric() == Metric.JOB_BOUND))
        .forEach(this::boundTable);
  }

  String text() {
    return text.toString();
  }

  private void picture(Figure figure, String directory, String name) {
    line("![%s: %s](%s%s.svg)", figure.label(), figure.title(), directory, name);
    line("");
  }

  private void paperTable(Figure figure, Map<ResultSource, FigureData> drawn) {
    List<PaperNumber> numbers =
        paper.stream().filter(number -> number.figure().equals(figure.id())).toList();
    if (numbers.isEmpty()) {
      return;
    }
    List<ResultSource> sources = List.copyOf(new TreeMap<>(drawn).keySet());
    line("");
    line(
        "| setup | of | what | the paper |%s read from |",
        sources.stream()
            .map(source -> figure == Figure.FIGURE_18 ? " JMH |" : " " + source.label() + " | |")
            .collect(Collectors.joining()));
    line(
        "|---|---|---|---:|%s---|",
        sources.stream()
            .map(source -> figure == Figure.FIGURE_18 ? "---:|" : "---:|---|")
            .collect(Collectors.joining()));
    for (PaperNumber number : numbers) {
      StringBuilder cells = new StringBuilder();
      for (ResultSource source : sources) {
        FigureData data = drawn.get(source);
        cells.append(data == null ? " | |" : ours(number, data, figure));
      }
      line(
          "| %s | %s | %s, %s | %s%s |%s %s%s |",
          figure == Figure.FIGURE_18 ? number.setup() : SetupName.of(number.setup()),
          number.groups().isEmpty() ? "all" : String.join(", ", number.groups()),
          number.metric().label().replace('-', ' '),
          number.metric().unit(),
          number.relation() == PaperNumber.Relation.EQUAL ? "" : number.relation().label() + " ",
          number(number.value()),
          cells,
          number.from(),
          number.note().isEmpty() ? "" : ": " + number.note());
    }
  }

  private static String ours(PaperNumber number, FigureData data, Figure figure) {
    List<Value> values = data.like(number);
    if (values.isEmpty()) {
      return " | |";
    }
    double ours = number.relation().of(values.stream().map(Value::mean).toList());
    String difference =
        switch (number.relation()) {
          case AT_LEAST -> ours >= number.value() - ROUNDING ? "yes" : "no";
          case AT_MOST -> ours <= number.value() + ROUNDING ? "yes" : "no";
          default -> // without a minus zero
              String.format(Locale.ROOT, "%+.1f", Math.round(10 * (ours - number.value())) / 10.0);
        };
    return figure == Figure.FIGURE_18
        ? " %s |".formatted(number(ours))
        : " %s | %s |".formatted(spread(values, ours, number), difference);
  }

  /** Our number with the spread over the repetitions, if it is that of one group. */
  private static String spread(List<Value> values, double ours, PaperNumber number) {
    List<Value> same = values.stream().filter(value -> value.mean() == ours).toList();
    if (same.isEmpty() || same.get(0).repetitions() == 1) {
      return number(ours);
    }
    Value value = same.get(0);
    return "%s (%s to %s)%s"
        .formatted(
            number(ours),
            number(value.min()),
            number(value.max()),
            number.groups().size() == 1 ? "" : ", " + value.group());
  }

  private void boundTable(FigureData data) {
    line("");
    line(
        "How many times a clairvoyant's least the jobs took: total completion time / mean over the jobs"
            + " / task time.");
    line("");
    line("| setup |%s", cells(data.groups()));
    line("|---|%s", data.groups().stream().map(group -> "---:|").collect(Collectors.joining()));
    for (String setup : data.setups()) {
      line(
          "| %s |%s",
          SetupName.of(setup),
          cells(
              data.groups().stream()
                  .map(
                      group ->
                          BOUNDS.stream()
                              .flatMap(metric -> data.value(setup, group, metric).stream())
                              .map(value -> String.format(Locale.ROOT, "%.2f", value.mean()))
                              .collect(Collectors.joining(" / ")))
                  .toList()));
    }
  }

  private static String cells(List<String> texts) {
    return texts.stream().map(one -> " " + one + " |").collect(Collectors.joining());
  }

  /** The prose on a figure: what differs from the paper, and why. */
  private static String remark(String id) throws IOException {
    String name = "remarks/" + id + ".md";
    try (InputStream file = FiguresPage.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IOException("No remarks on " + id);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String number(double value) {
    return Math.abs(value) < 1 && value != 0
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  private void line(String format, Object... arguments) {
    text.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
        .append(System.lineSeparator());
  }
}
