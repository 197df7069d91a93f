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
package io.trident.spark.demo;

import java.util.Locale;
import java.util.Optional;

/** The queries of the demo of logically replicated tables. */
enum LayoutQuery {
  /** All visits of one page: a single partition of a dimension by hash. */
  PAGE(
      "SELECT count(*), sum(adRevenue), sum(duration) FROM {table} WHERE destURL = '{page}'",
      Optional.empty()),
  /** Two weeks of 42 years. */
  FORTNIGHT(
      "SELECT visitDate, count(*), sum(adRevenue) FROM {table} WHERE visitDate BETWEEN"
          + " DATE'1999-01-01' AND DATE'1999-01-14' GROUP BY visitDate",
      Optional.empty()),
  /** Visitors of a network. */
  NETWORK(
      "SELECT sourceIP, count(*), sum(duration) FROM {table} WHERE sourceIP LIKE '77.%' GROUP BY"
          + " sourceIP",
      Optional.empty()),
  /** Filters on two dimensions: that which has to read less is read. */
  BOTH(
      "SELECT count(*), sum(adRevenue) FROM {table} WHERE visitDate >= DATE'2010-01-01' AND"
          + " sourceIP LIKE '10%'",
      Optional.empty()),
  /** No dimension helps. */
  LANGUAGES(
      "SELECT languageCode, count(*), sum(adRevenue) FROM {table} GROUP BY languageCode",
      Optional.empty()),
  /** All rows, grouped by the column of a dimension by hash: nothing is shuffled. */
  REVENUE(
      "SELECT destURL, count(*), sum(adRevenue) FROM {table} GROUP BY destURL",
      Optional.of("destURL"));

  private final String sql;
  private final Optional<String> dimension;

  LayoutQuery(String sql, Optional<String> dimension) {
    this.sql = sql;
    this.dimension = dimension;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the dimension that the query asks for; without, its filters choose. */
  Optional<String> dimension() {
    return dimension;
  }

  String on(String table, String page) {
    return sql.replace("{table}", table).replace("{page}", page);
  }

  /** Returns the query of the files that its rows are in. */
  String filesOn(String table, String page) {
    String where =
        sql.contains(" WHERE ") ? sql.replaceFirst(".* WHERE (.*?)( GROUP BY .*|$)", "$1") : "true";
    return "SELECT DISTINCT input_file_name() FROM {table} WHERE ".replace("{table}", table)
        + where.replace("{page}", page);
  }
}
