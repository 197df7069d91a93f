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

import static io.trident.lab.queries.SingleLayout.bucketed;
import static io.trident.lab.queries.SingleLayout.sorted;

import io.trident.benchmarks.workloads.data.Rankings;
import io.trident.benchmarks.workloads.data.UserVisits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * Queries 1A to 3C of AMPLab's Big Data Benchmark, which INSTalytics, section 8.3.1, uses, and its
 * dimensions. The thresholds of query 1 are those that as large a part of the rows is above as in
 * the published results: 0.037, 3.7 and 99.97 percent.
 */
final class Amp implements QueryBenchmark {
  private static final double VISITS = 10_000_000;
  private static final double PAGES = 1_200_000;
  private static final long SEED = 20_190_225;
  private static final String RANKINGS = "rankings";
  static final String VISITS_TABLE = "uservisits";

  private final Rankings rankings;
  private final UserVisits visits;

  /**
   * Describes it.
   *
   * @param scale 1 is ten million visits of 1.2 million pages, HiBench's size <em>huge</em>
   * @param parts files of each table
   */
  Amp(double scale, int parts) {
    int pages = (int) (PAGES * scale);
    rankings = new Rankings(pages, SEED, parts);
    visits = new UserVisits((long) (VISITS * scale), pages, SEED, parts);
  }

  @Override
  public List<SourceTable> tables() {
    return List.of(
        new SourceTable(
            RANKINGS,
            "pageURL string, pageRank int, avgDuration int",
            ",",
            List.of("pageURL:hash", "pageRank")),
        new SourceTable(
            VISITS_TABLE,
            "sourceIP string, destURL string, visitDate date, adRevenue decimal(10,6), userAgent"
                + " string, countryCode string, languageCode string, searchWord string, duration"
                + " int",
            ",",
            List.of("destURL:hash", "visitDate", "sourceIP")));
  }

  @Override
  public List<SingleLayout> singles() {
    return List.of(
        new SingleLayout(
            "by_url", Map.of(RANKINGS, bucketed("pageURL"), VISITS_TABLE, bucketed("destURL"))),
        new SingleLayout(
            "by_date", Map.of(RANKINGS, sorted("pageRank"), VISITS_TABLE, sorted("visitDate"))),
        new SingleLayout(
            "by_ip", Map.of(RANKINGS, sorted("pageRank"), VISITS_TABLE, sorted("sourceIP"))));
  }

  @Override
  public boolean hasReplicas() {
    return false; // joins are by strings
  }

  @Override
  public List<QueryText> queries() {
    return List.of(
        scan("A"),
        scan("B"),
        scan("C"),
        aggregation("A", 8),
        aggregation("B", 10),
        aggregation("C", 12),
        join("A", "1980-04-01"),
        join("B", "1983-01-01"),
        join("C", "2010-01-01"));
  }

  private static QueryText scan(String variant) {
    return new QueryText(
        "1" + variant,
        "SELECT pageURL, pageRank FROM {rankings} WHERE pageRank > {rank%s}".formatted(variant));
  }

  private static QueryText aggregation(String variant, int prefix) {
    return new QueryText(
        "2" + variant,
        "SELECT substr(sourceIP, 1, %1$d), sum(adRevenue) FROM {uservisits} GROUP BY"
            .concat(" substr(sourceIP, 1, %1$d)")
            .formatted(prefix),
        // Spark does not know that rows of one prefix are near each other.
        Map.of(VISITS_TABLE, "sourceIP"));
  }

  /**
   * Returns the join of query 3C without its aggregation, as INSTalytics, Table 1, measures it: its
   * rows are counted and added up, so that its answer is one row.
   */
  static QueryText joinAlone() {
    return new QueryText(
        "3C-join",
        """
        SELECT count(*), sum(pageRank), sum(adRevenue), min(sourceIP), max(sourceIP)
        FROM {rankings} AS R, {uservisits} AS UV
        WHERE R.pageURL = UV.destURL
          AND UV.visitDate BETWEEN DATE '1980-01-01' AND DATE '2010-01-01'""");
  }

  private static QueryText join(String variant, String until) {
    return new QueryText(
        "3" + variant,
        """
        SELECT sourceIP, totalRevenue, avgPageRank FROM (
          SELECT sourceIP, avg(pageRank) AS avgPageRank, sum(adRevenue) AS totalRevenue
          FROM {rankings} AS R, {uservisits} AS UV
          WHERE R.pageURL = UV.destURL
            AND UV.visitDate BETWEEN DATE '1980-01-01' AND DATE '%s'
          GROUP BY UV.sourceIP) AS joined
        ORDER BY totalRevenue DESC, sourceIP LIMIT 1"""
            .formatted(until));
  }

  @Override
  public List<QueryText> parameters() {
    return List.of(rank("A", 0.99963), rank("B", 0.963), rank("C", 0.0003));
  }

  private static QueryText rank(String variant, double below) {
    return new QueryText(
        "rank" + variant, "SELECT quantile_disc(pageRank, %s) FROM {rankings}".formatted(below));
  }

  @Override
  public int parts() {
    return visits.parts();
  }

  @Override
  public void write(SourceTable table, int part, OutputStream out) throws IOException {
    (table.name().equals(RANKINGS) ? rankings : visits).write(part, out);
  }
}
