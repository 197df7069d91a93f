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
import io.trident.benchmarks.workloads.data.UserVisits;
import java.io.IOException;
import java.util.List;

/**
 * {@code SELECT sourceIP, SUM(adRevenue) FROM uservisits GROUP BY sourceIP}. A line of the result:
 * {@code address TAB revenue}, with six decimals.
 */
final class Aggregation implements Workload {
  /** HiBench has 12,000 pages for 100,000 visits, and so on. */
  static final double PAGES_PER_VISIT = 0.12;

  private final InputSpec spec;
  private final UserVisits visits;

  Aggregation(InputSpec spec) {
    this.spec = spec;
    visits = visits(spec);
  }

  static UserVisits visits(InputSpec spec) {
    return new UserVisits(spec.amount(), pages(spec), spec.seed(), spec.parts());
  }

  static int pages(InputSpec spec) {
    return (int) Math.max(1, spec.count() * PAGES_PER_VISIT);
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(visits);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    Generated.verifySums(
        spec.amount(),
        visits,
        (visit, sink) -> sink.add(visit.source(), visit.revenueMicros()),
        result,
        (line, sink) -> {
          String[] fields = ResultFiles.fields(line, 2);
          sink.add(fields[0], micros(fields[1]));
        });
  }

  /** Reads a revenue of a result in millionths; sums of decimals are exact to far less. */
  static long micros(String text) throws WrongResultException {
    return Math.round(ResultFiles.number(text) * UserVisits.MICROS);
  }
}
