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
package io.trident.lab.demo;

import java.util.ArrayList;
import java.util.List;

/** The demo's result for a terminal. */
final class ResultTable {
  private static final String ROW = "%-11s %-11s %7s %5s %5s %5s %7s %9s %9s %9s%n";

  private final DemoResult result;

  ResultTable(DemoResult result) {
    this.result = result;
  }

  String text() {
    StringBuilder out = new StringBuilder();
    out.append("Tasks by where they read their block from:%n%n".formatted());
    List<Object> head = new ArrayList<>(List.of("job", "scheduler"));
    for (Source source : Source.values()) {
      head.add(source.label());
    }
    head.addAll(List.of("cost", "optimum", "seconds"));
    out.append(ROW.formatted(head.toArray()));
    for (DemoRun run : Runs.ordered(result)) {
      List<Object> row = new ArrayList<>(List.of(run.job(), run.scheduler()));
      for (Source source : Source.values()) {
        row.add(run.count(source));
      }
      row.add(Runs.number(run.cost()));
      row.add(Runs.number(run.optimalCost()));
      row.add("%.1f".formatted(run.seconds()));
      out.append(ROW.formatted(row.toArray()));
    }
    out.append(
        """

        memory, ssd, disk: on the task's own node; rack, remote: from another node.
        cost: Equation 1, summed; optimum: the lowest possible on the same slots, proven.
        """);
    return out.toString();
  }
}
