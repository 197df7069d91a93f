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
package io.trident.benchmarks.workloads;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.trident.benchmarks.workloads.data.Dataset;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Results computed in memory from the files that an engine reads, in the plainest way, by no code
 * that is tested.
 */
final class NaiveResults {
  private final WorkloadDirectory directory;

  NaiveResults(WorkloadDirectory directory) {
    this.directory = directory;
  }

  /** Returns the lines of the right result. */
  List<String> lines() throws IOException {
    return switch (directory.application()) {
      case TERASORT -> read("rows").stream().sorted().toList();
      case WORDCOUNT -> counts(read("text").stream().flatMap(line -> Stream.of(line.split(" "))));
      case AGGREGATION -> aggregation();
      case JOIN -> join();
      case BAYES -> counts(read("documents").stream().flatMap(NaiveResults::ngrams));
      case KMEANS -> clusters();
      case PAGERANK -> ranks();
      case NUTCHINDEX -> index();
    };
  }

  private static List<String> counts(Stream<String> items) {
    return items.collect(groupingBy(item -> item, TreeMap::new, counting())).entrySet().stream()
        .map(entry -> entry.getKey() + "\t" + entry.getValue())
        .toList();
  }

  private List<String> aggregation() throws IOException {
    return read("uservisits").stream()
        .map(line -> line.split(","))
        .collect(toMap(f -> f[0], f -> new BigDecimal(f[3]), BigDecimal::add, TreeMap::new))
        .entrySet()
        .stream()
        .map(entry -> entry.getKey() + "\t" + entry.getValue())
        .toList();
  }

  private List<String> join() throws IOException {
    Map<String, Double> ranks =
        read("rankings").stream()
            .map(line -> line.split(","))
            .collect(toMap(f -> f[0], f -> Double.valueOf(f[1])));
    Map<String, List<String[]>> visits =
        read("uservisits").stream()
            .map(line -> line.split(","))
            .filter(f -> ranks.containsKey(f[1]))
            .filter(f -> f[2].startsWith("1999-") || f[2].equals("2000-01-01"))
            .collect(groupingBy(f -> f[0]));
    Map<String, BigDecimal> revenues = new TreeMap<>();
    visits.forEach(
        (visitor, of) ->
            revenues.put(
                visitor,
                of.stream()
                    .map(f -> new BigDecimal(f[3]))
                    .reduce(BigDecimal.ZERO, BigDecimal::add)));
    return revenues.entrySet().stream()
        .sorted(Map.Entry.<String, BigDecimal>comparingByValue().reversed())
        .map(
            entry ->
                entry.getKey()
                    + "\t"
                    + visits.getOrDefault(entry.getKey(), List.of()).stream()
                        .collect(averagingDouble(f -> ranks.get(f[1])))
                    + "\t"
                    + entry.getValue())
        .toList();
  }

  private static Stream<String> ngrams(String document) {
    String[] labelAndWords = document.split("\t");
    String[] words = labelAndWords[1].split(" ");
    return Stream.of(
            Stream.of(""),
            Stream.of(words),
            IntStream.range(1, words.length).mapToObj(i -> words[i - 1] + " " + words[i]))
        .flatMap(ngram -> ngram)
        .map(ngram -> labelAndWords[0] + "\t" + ngram);
  }

  private List<String> clusters() throws IOException {
    List<double[]> points = numbers("samples");
    List<double[]> centres = new ArrayList<>(numbers("centres"));
    for (int iteration = 0; iteration < 5; iteration++) {
      List<double[]> from = List.copyOf(centres);
      Map<Integer, List<double[]>> groups =
          points.stream()
              .collect(
                  groupingBy(
                      point ->
                          IntStream.range(0, from.size())
                              .boxed()
                              .min(Comparator.comparingDouble(c -> distance(from.get(c), point)))
                              .orElseThrow()));
      groups.forEach(
          (cluster, group) ->
              centres.set(
                  cluster,
                  IntStream.range(0, group.get(0).length)
                      .mapToDouble(
                          i -> group.stream().mapToDouble(p -> p[i]).average().orElseThrow())
                      .toArray()));
    }
    return IntStream.range(0, centres.size())
        .mapToObj(
            c ->
                c
                    + "\t"
                    + Arrays.stream(centres.get(c))
                        .mapToObj(Double::toString)
                        .collect(joining(" ")))
        .toList();
  }

  private static double distance(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.pow(a[i] - b[i], 2)).sum();
  }

  private List<double[]> numbers(String data) throws IOException {
    return read(data).stream()
        .map(line -> Stream.of(line.split(" ")).mapToDouble(Double::parseDouble).toArray())
        .toList();
  }

  /** By the dense matrix of the web. */
  private List<String> ranks() throws IOException {
    List<String> links = read("links");
    int pages = links.size();
    double[][] matrix = new double[pages][pages];
    for (String line : links) {
      String[] page = line.split("\t");
      String[] targets = page[1].split(" ");
      for (String target : targets) {
        matrix[Integer.parseInt(target)][Integer.parseInt(page[0])] += 1.0 / targets.length;
      }
    }
    double[] ranks = new double[pages];
    Arrays.fill(ranks, 1.0 / pages);
    for (int iteration = 0; iteration < 3; iteration++) {
      double[] from = ranks;
      ranks =
          Arrays.stream(matrix)
              .mapToDouble(
                  row ->
                      0.15 / pages
                          + 0.85
                              * IntStream.range(0, pages).mapToDouble(j -> row[j] * from[j]).sum())
              .toArray();
    }
    double[] last = ranks;
    return IntStream.range(0, pages).mapToObj(page -> page + "\t" + last[page]).toList();
  }

  private List<String> index() throws IOException {
    Map<String, Map<String, Integer>> index = new TreeMap<>();
    for (String line : read("pages")) {
      String[] page = line.split("\t");
      for (String word : page[1].split(" ")) {
        index.computeIfAbsent(word, w -> new TreeMap<>()).merge(page[0], 1, Integer::sum);
      }
    }
    return index.entrySet().stream()
        .map(
            entry ->
                entry.getKey()
                    + "\t"
                    + entry.getValue().entrySet().stream()
                        .map(posting -> posting.getKey() + "=" + posting.getValue())
                        .collect(joining(" ")))
        .toList();
  }

  private List<String> read(String data) throws IOException {
    Dataset<?> set =
        directory.application().on(directory.spec()).inputs().stream()
            .filter(one -> one.name().equals(data))
            .findFirst()
            .orElseThrow();
    List<String> lines = new ArrayList<>();
    new ResultFiles(directory.files(), directory.input(set)).forEach(lines::add);
    return lines;
  }
}
