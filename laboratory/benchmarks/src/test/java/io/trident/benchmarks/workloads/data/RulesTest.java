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
package io.trident.benchmarks.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.random.Well19937c;
import org.junit.jupiter.api.Test;

/** The rules of HiBench's generators. Seeds are fixed, so what is random does not vary. */
class RulesTest {
  @Test
  void allWordsDifferAndAreFiveToTenLetters() {
    Set<String> words = new HashSet<>();
    IntStream.rangeClosed(1, Vocabulary.SIZE)
        .mapToObj(Vocabulary::word)
        .filter(word -> word.matches("[a-z]{5,10}"))
        .forEach(words::add);

    assertThat(words).hasSize(Vocabulary.SIZE);
  }

  @Test
  void wordsAreZipfWithExponentNineTenths() {
    Vocabulary vocabulary = new Vocabulary(new Well19937c(7));
    Map<String, Integer> counts = new HashMap<>();
    IntStream.range(0, 300_000).forEach(i -> counts.merge(vocabulary.next(), 1, Integer::sum));

    double first = counts.getOrDefault(Vocabulary.word(1), 0);
    assertThat(first / counts.getOrDefault(Vocabulary.word(10), 1))
        .isCloseTo(Math.pow(10, 0.9), within(0.8));
    assertThat(first / counts.getOrDefault(Vocabulary.word(100), 1))
        .isCloseTo(Math.pow(100, 0.9), within(15.0));
  }

  @Test
  void addressesDifferAndAreTenToAHundredLongUniformly() {
    List<String> addresses = LongStream.range(0, 50_000).mapToObj(Urls::of).toList();
    int[] lengths = new int[101];
    addresses.forEach(address -> lengths[address.length()]++);

    assertThat(addresses).doesNotHaveDuplicates().allMatch(url -> url.matches("[a-z0-9./]+"));
    // 550 of each length are expected.
    assertThat(Arrays.stream(lengths, 10, 101).summaryStatistics().getMin()).isGreaterThan(400);
    assertThat(Arrays.stream(lengths, 10, 101).summaryStatistics().getMax()).isLessThan(700);
    assertThat(Arrays.stream(lengths).sum()).isEqualTo(addresses.size());
  }

  @Test
  void documentsHaveFiveHundredWordsAndAClass() {
    List<Documents.Document> documents = all(Documents.ofClasses(400, 10, 7, 2));

    assertThat(documents).allMatch(document -> document.label().matches("class[0-9]"));
    assertThat(documents.stream().map(Documents.Document::label).distinct()).hasSize(10);
    assertLengths(documents, 500);
  }

  @Test
  void pagesHaveEightHundredWordsAndAnAddressOfTheirOwn() {
    List<Documents.Document> pages = all(Documents.pages(400, 7, 2));

    assertThat(pages.stream().map(Documents.Document::label))
        .containsExactlyElementsOf(LongStream.range(0, 400).mapToObj(Urls::of).toList());
    assertLengths(pages, 800);
  }

  private static void assertLengths(List<Documents.Document> documents, int mean) {
    double[] lengths = documents.stream().mapToDouble(d -> d.words().size()).toArray();
    double average = Arrays.stream(lengths).average().orElseThrow();
    double variance =
        Arrays.stream(lengths).map(length -> (length - average) * (length - average)).sum()
            / lengths.length;
    // Five standard errors of 400 documents.
    assertThat(average).isCloseTo(mean, within(20.0));
    assertThat(Math.sqrt(variance)).isCloseTo(80, within(15.0));
  }

  @Test
  void pagesLinkToFortyAndPopularityIsZipfWithExponentOneHalf() {
    int pages = 1_000;
    List<Links.Page> web = all(new Links(pages, 7, 3));
    int[] inLinks = new int[pages];
    web.forEach(page -> Arrays.stream(page.targets()).forEach(target -> inLinks[target]++));

    assertThat(web.stream().map(Links.Page::number))
        .containsExactlyElementsOf(IntStream.range(0, pages).boxed().toList());
    assertThat(web).allMatch(page -> page.targets().length >= 1);
    assertThat((double) Arrays.stream(inLinks).sum() / pages).isCloseTo(40, within(1.0));
    double first = Arrays.stream(inLinks, 0, 10).sum();
    double hundredth = Arrays.stream(inLinks, 990, 1_000).sum();
    // Sums of r^-0.5 over ranks 1 to 10 and 991 to 1,000.
    assertThat(first / hundredth).isCloseTo(5.021 / 0.317, within(2.0));
  }

  @Test
  void aRankIsTheNumberOfLinksToAPage() {
    int pages = 40;
    Map<String, Integer> inLinks = new HashMap<>();
    new Links(pages, 7, 2)
        .generateAll(
            page ->
                Arrays.stream(page.targets())
                    .forEach(target -> inLinks.merge(Urls.of(target), 1, Integer::sum)));
    List<Rankings.Ranking> rankings = all(new Rankings(pages, 7, 2));
    Map<String, Integer> ranks = new HashMap<>();
    rankings.forEach(ranking -> ranks.put(ranking.page(), ranking.rank()));

    assertThat(ranks).isEqualTo(inLinks);
    assertThat(rankings).hasSameSizeAs(ranks.keySet());
    assertThat(rankings).allMatch(r -> r.duration() >= 1 && r.duration() <= 99);
    assertThat(new Rankings(pages, 7, 2).line(new Rankings.Ranking("p1.x", 5, 9)))
        .isEqualTo("p1.x,5,9");
  }

  @Test
  void aVisitHasNineFieldsInTheirRanges() {
    UserVisits visits = new UserVisits(2_000, 50, 7, 2);
    Set<String> pages = new HashSet<>();
    visits.generateAll(
        visit -> {
          String[] fields = visits.line(visit).split(",", -1);
          assertThat(fields).hasSize(9);
          int[] octets =
              Arrays.stream(fields[0].split("\\.")).mapToInt(Integer::parseInt).toArray();
          assertThat(octets).hasSize(4);
          assertThat(octets[0]).isBetween(1, 254);
          assertThat(octets[1]).isBetween(0, 254);
          assertThat(octets[2]).isBetween(0, 254);
          assertThat(octets[3]).isBetween(1, 254);
          pages.add(fields[1]);
          assertThat(LocalDate.parse(fields[2]))
              .isBetween(LocalDate.of(1970, 1, 1), LocalDate.of(2012, 5, 1));
          assertThat(fields[3]).matches("0\\.[0-9]{6}");
          assertThat(Math.round(Double.parseDouble(fields[3]) * UserVisits.MICROS))
              .isEqualTo(visit.revenueMicros());
          assertThat(Integer.parseInt(fields[8])).isBetween(1, 10);
        });

    // 40 visits a page: none of the 50 is left out.
    assertThat(pages)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 50).mapToObj(Urls::of).toList());
  }

  @Test
  void millionthsAreWrittenWithSixDecimals() {
    assertThat(UserVisits.decimal(0)).isEqualTo("0.000000");
    assertThat(UserVisits.decimal(1)).isEqualTo("0.000001");
    assertThat(UserVisits.decimal(999_999)).isEqualTo("0.999999");
    assertThat(UserVisits.decimal(12_000_340)).isEqualTo("12.000340");
  }

  @Test
  void pointsLieAroundFiveCentresAndAreReadAsTheyWere() {
    Points samples = Points.samples(500, 7, 2);
    List<double[]> points = all(samples);
    List<double[]> heads = new ArrayList<>();
    for (double[] point : points) {
      assertThat(point).hasSize(Points.DIMENSIONS);
      assertThat(Arrays.stream(samples.line(point).split(" ")).mapToDouble(Double::parseDouble))
          .containsExactly(Arrays.stream(point).boxed().toArray(Double[]::new));
      // Two points of one centre are sqrt(2 x 20) x 60 = 380 apart, those of two some 1,800.
      if (heads.stream().noneMatch(head -> distance(head, point) < 800)) {
        heads.add(point);
      }
    }
    assertThat(heads).hasSize(5);
    assertThat(all(Points.start(10, 7))).hasSize(10);
  }

  private static double distance(double[] a, double[] b) {
    return Math.sqrt(
        IntStream.range(0, a.length).mapToDouble(i -> (a[i] - b[i]) * (a[i] - b[i])).sum());
  }

  @Test
  void aRowIsAHundredBytesWithItsKeyAndNumber() {
    List<String> rows = all(new SortRecords(1_000, 7, 3));
    Set<String> keys = new HashSet<>();
    int number = 0;
    for (String row : rows) {
      String position = Integer.toString(number++);
      assertThat(row)
          .hasSize(99)
          .matches("[!-~]{99}")
          .satisfies(r -> assertThat(r.startsWith(position, SortRecords.KEY)).isTrue());
      keys.add(row.substring(0, SortRecords.KEY));
    }
    assertThat(rows).hasSize(1_000);
    assertThat(keys).hasSize(1_000);
    assertThat(rows.stream().map(row -> row.charAt(0)).distinct().count()).isGreaterThan(85);
  }

  @Test
  void textHasAsManyBytesAsAskedForButForTheLastLines() {
    TextLines text = new TextLines(100_000, 7, 4);
    long bytes = all(text).stream().mapToLong(words -> text.line(words).length() + 1).sum();

    assertThat(bytes).isBetween(100_000L, 100_000L + 4 * 12 * 11);
  }

  private static <R> List<R> all(Dataset<R> data) {
    List<R> items = new ArrayList<>();
    data.generateAll(items::add);
    return items;
  }
}
