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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class QueryTextTest {
  private static final QueryText QUERY =
      new QueryText(
          "q",
          "SELECT * FROM {visits} v JOIN {pages} WHERE rank > {rank}",
          Map.of("visits", "url"));

  @Test
  void tablesAreThoseOfTheLayout() {
    assertThat(QUERY.with(Map.of("rank", "7")).on("by_url"))
        .isEqualTo("SELECT * FROM visits_by_url v JOIN pages_by_url WHERE rank > 7");
  }

  @Test
  void aNamedDimensionIsThatOfTheReplicatedTable() {
    assertThat(QUERY.with(Map.of("rank", "7")).on(QueryPlan.TRIDENT))
        .isEqualTo("SELECT * FROM visits_trident_url v JOIN pages_trident WHERE rank > 7");
  }
}
