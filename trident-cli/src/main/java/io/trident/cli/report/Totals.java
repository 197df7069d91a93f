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
package io.trident.cli.report;

import io.trident.core.model.ReadSource;
import io.trident.core.report.StageReport;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums over stages; the fields are those of {@link StageReport}. Cost and optimum cover the stages
 * that have both.
 */
record Totals(
    int launched,
    int planned,
    int stock,
    int speculative,
    Map<String, Integer> sources,
    double cost,
    double optimum,
    int atOptimum,
    int held,
    int rounds,
    long nanos,
    long longestNanos) {

  static Totals of(Collection<StageReport> stages) {
    int launched = 0;
    int planned = 0;
    int stock = 0;
    int speculative = 0;
    double cost = 0;
    double optimum = 0;
    int atOptimum = 0;
    int held = 0;
    int rounds = 0;
    long nanos = 0;
    long longest = 0;
    Map<String, Integer> sources = new LinkedHashMap<>();
    for (ReadSource source : ReadSource.values()) {
      int count = stages.stream().mapToInt(one -> one.count(source)).sum();
      if (count > 0) {
        sources.put(source.label(), count);
      }
    }
    for (StageReport one : stages) {
      launched += one.launched();
      planned += one.planned();
      stock += one.stock();
      speculative += one.speculative();
      Double itsOptimum = one.optimum();
      if (itsOptimum != null) {
        cost += one.cost();
        optimum += itsOptimum;
      }
      atOptimum += one.atOptimum();
      held += one.held();
      rounds += one.rounds();
      nanos += one.nanos();
      longest = Math.max(longest, one.longestNanos());
    }
    return new Totals(
        launched,
        planned,
        stock,
        speculative,
        sources,
        cost,
        optimum,
        atOptimum,
        held,
        rounds,
        nanos,
        longest);
  }

  static Totals ofAll(List<ApplicationReport> applications) {
    return of(applications.stream().flatMap(one -> one.stages().stream()).toList());
  }
}
