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

import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * The table {@code uservisits} of Pavlo et al. (SIGMOD 2009) by HiBench's rules: addresses, pages,
 * dates from 1970-01-01 to 2012-05-01, revenues and durations are uniform. The lists of agents,
 * countries and search words are shorter than HiBench's.
 */
public final class UserVisits extends Dataset<UserVisits.Visit> {
  /** Units of revenue in one: revenues have six decimals, so that sums can be exact. */
  public static final long MICROS = 1_000_000;

  private static final int DAYS = (int) LocalDate.of(2012, 5, 1).toEpochDay();
  private static final int LONGEST = 10;

  private static final List<String> AGENTS =
      List.of(
          "Mozilla/5.0 (Windows NT 6.1; rv:5.0) Gecko/20100101 Firefox/5.0",
          "Mozilla/5.0 (X11; Linux x86_64; rv:5.0) Gecko/20100101 Firefox/5.0",
          "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1)",
          "Mozilla/5.0 (Macintosh; Intel Mac OS X) AppleWebKit/533 Safari/533",
          "Opera/9.80 (Windows NT 5.1; U; en) Presto/2.9 Version/11",
          "Googlebot/2.1");
  private static final List<String> COUNTRIES =
      List.of("USA", "DEU", "CYP", "FRA", "GBR", "JPN", "CHN", "BRA", "IND", "GRC");
  private static final List<String> LANGUAGES =
      List.of("en-US", "de-DE", "el-CY", "fr-FR", "en-GB", "ja-JP", "zh-CN", "pt-BR", "hi-IN");
  private static final List<String> SEARCHES =
      List.of("music", "news", "weather", "football", "recipes", "travel", "science", "history");

  /**
   * A visit; its line has these nine fields, separated by commas.
   *
   * @param source address of the visitor
   * @param page address of the page
   * @param date day of the visit
   * @param revenueMicros revenue in millionths; written with six decimals
   * @param rest agent, country, language, search word and duration, as written
   */
  public record Visit(
      String source, String page, LocalDate date, long revenueMicros, String rest) {}

  private final long visits;
  private final long pages;

  /** Describes visits to pages. */
  public UserVisits(long visits, long pages, long seed, int parts) {
    super("uservisits", seed, parts);
    this.visits = visits;
    this.pages = pages;
  }

  @Override
  public void generate(int part, Consumer<? super Visit> sink) {
    RandomGenerator random = random(part);
    for (long i = first(part, visits); i < first(part + 1, visits); i++) {
      String source =
          (1 + random.nextInt(254))
              + "."
              + random.nextInt(255)
              + "."
              + random.nextInt(255)
              + "."
              + (1 + random.nextInt(254));
      String page = Urls.of((long) (random.nextDouble() * pages));
      LocalDate date = LocalDate.ofEpochDay(random.nextInt(DAYS + 1));
      long revenue = random.nextInt((int) MICROS);
      String rest =
          String.join(
              ",",
              any(AGENTS, random),
              any(COUNTRIES, random),
              any(LANGUAGES, random),
              any(SEARCHES, random),
              Integer.toString(1 + random.nextInt(LONGEST)));
      sink.accept(new Visit(source, page, date, revenue, rest));
    }
  }

  @Override
  public String line(Visit visit) {
    return visit.source()
        + ','
        + visit.page()
        + ','
        + visit.date()
        + ','
        + decimal(visit.revenueMicros())
        + ','
        + visit.rest();
  }

  /** Returns millionths as a number with six decimals. */
  public static String decimal(long micros) {
    String digits = Long.toString(MICROS + micros % MICROS);
    return micros / MICROS + "." + digits.substring(1);
  }

  private static String any(List<String> list, RandomGenerator random) {
    return list.get(random.nextInt(list.size()));
  }
}
