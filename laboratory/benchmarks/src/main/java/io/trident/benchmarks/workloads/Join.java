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

import io.trident.benchmarks.workloads.data.Dataset;
import io.trident.benchmarks.workloads.data.Rankings;
import io.trident.benchmarks.workloads.data.UserVisits;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * HiBench's join: average rank and total revenue by visitor over the visits from 1999-01-01 to
 * 2000-01-01 to pages of {@code rankings}, by descending revenue. A line of the result: {@code
 * address TAB average rank TAB revenue}.
 */
public final class Join implements Workload {
  /** The first day of the visits that count. */
  public static final LocalDate FROM = LocalDate.of(1999, 1, 1);

  /** The last day of the visits that count. */
  public static final LocalDate TO = LocalDate.of(2000, 1, 1);

  private static final double TOLERANCE = 1e-9;

  private final UserVisits visits;
  private final Rankings rankings;

  Join(InputSpec spec) {
    visits = Aggregation.visits(spec);
    rankings = new Rankings(Aggregation.pages(spec), spec.seed(), spec.parts());
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(visits, rankings);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    Map<String, Totals> expected = expected();
    long[] last = {Long.MAX_VALUE};
    result.forEach(
        line -> {
          String[] fields = ResultFiles.fields(line, 3);
          Totals totals = expected.remove(fields[0]);
          long revenue = Aggregation.micros(fields[2]);
          double rank = ResultFiles.number(fields[1]);
          if (totals == null
              || totals.micros != revenue
              || Math.abs(totals.averageRank() - rank) > TOLERANCE * rank) {
            throw new WrongResultException(
                "'%s' should be %s"
                    .formatted(line, totals == null ? "listed once, or not at all" : totals));
          }
          if (revenue > last[0]) {
            throw new WrongResultException("'%s' comes after a smaller revenue".formatted(line));
          }
          last[0] = revenue;
        });
    if (!expected.isEmpty()) {
      throw new WrongResultException(
          "%d visitors are missing, such as %s"
              .formatted(expected.size(), expected.entrySet().iterator().next()));
    }
  }

  private Map<String, Totals> expected() {
    Map<String, Integer> ranks = new HashMap<>();
    rankings.generateAll(ranking -> ranks.put(ranking.page(), ranking.rank()));
    Map<String, Totals> totals = new HashMap<>();
    visits.generateAll(
        visit -> {
          Integer rank = ranks.get(visit.page());
          if (rank != null && !visit.date().isBefore(FROM) && !visit.date().isAfter(TO)) {
            totals
                .computeIfAbsent(visit.source(), source -> new Totals())
                .add(rank, visit.revenueMicros());
          }
        });
    return totals;
  }

  /** Of one visitor. */
  private static final class Totals {
    private long ranks;
    private long count;
    private long micros;

    void add(int rank, long revenueMicros) {
      ranks += rank;
      count++;
      micros += revenueMicros;
    }

    double averageRank() {
      return (double) ranks / count;
    }

    @Override
    public String toString() {
      return "rank %s, revenue %s".formatted(averageRank(), UserVisits.decimal(micros));
    }
  }
}
