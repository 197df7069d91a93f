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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A number that the paper gives for a figure.
 *
 * @param figure the figure's number, or {@code table4}
 * @param setup label of the setup
 * @param groups bins, applications or scales that it is about; empty for all of the figure
 * @param metric what it is
 * @param relation how it is to be read
 * @param value the number, in the metric's unit
 * @param from {@code text} or {@code table}
 * @param note where in the paper it is, or what must be known to read it
 */
record PaperNumber(
    String figure,
    String setup,
    List<String> groups,
    Metric metric,
    Relation relation,
    double value,
    String from,
    String note) {
  private static final String RESOURCE = "paper.csv";
  private static final int COLUMNS = 8;

  PaperNumber {
    groups = List.copyOf(groups);
  }

  /** How a number of the paper is to be read. */
  enum Relation {
    EQUAL("=") {
      @Override
      double of(List<Double> values) {
        return mean(values);
      }
    },
    ABOUT("about") {
      @Override
      double of(List<Double> values) {
        return mean(values);
      }
    },
    /** In each of the groups. */
    AT_LEAST("at least") {
      @Override
      double of(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
      }
    },
    /** In each of the groups. */
    AT_MOST("at most") {
      @Override
      double of(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
      }
    },
    /** In the best of the groups. */
    UP_TO("up to") {
      @Override
      double of(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
      }
    };

    private final String label;

    Relation(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    /** Returns what our values of the groups are to be compared by. */
    abstract double of(List<Double> values);

    private static double mean(List<Double> values) {
      return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    static Relation parse(String label) {
      return Arrays.stream(values())
          .filter(relation -> relation.label.equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("No relation: " + label));
    }
  }

  /** Returns whether it is about a group of its figure. */
  boolean isAbout(String group) {
    return groups.isEmpty() || groups.contains(group);
  }

  /** Returns all that are on file. */
  static List<PaperNumber> all() {
    InputStream file =
        Objects.requireNonNull(PaperNumber.class.getResourceAsStream(RESOURCE), RESOURCE);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .skip(1) // the names of the columns
          .map(PaperNumber::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PaperNumber parse(String line) {
    String[] cells = line.split(",", COLUMNS);
    if (cells.length < COLUMNS) {
      throw new IllegalStateException("%s: no number of the paper: %s".formatted(RESOURCE, line));
    }
    return new PaperNumber(
        cells[0],
        cells[1],
        cells[2].equals("*") ? List.of() : List.of(cells[2].split("\\|", -1)),
        Metric.parse(cells[3]),
        Relation.parse(cells[4]),
        Double.parseDouble(cells[5]),
        cells[6],
        cells[7]);
  }
}
