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
package io.trident.cli.whatif;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.trident.core.matching.Certificate;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code whatif match}.
 *
 * @param cost total assignment cost
 * @param assigned how many tasks got a slot
 * @param certified whether the dual solution proves the matching optimal
 * @param assignment the tasks that got a slot
 * @param medianMillis with {@code --repeat}, the median time of a warm solve
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MatchAnswer(
    double cost,
    int assigned,
    boolean certified,
    List<Assigned> assignment,
    @Nullable Double medianMillis) {

  /** A task, its node and what it costs there. */
  record Assigned(String task, String node, double cost) {}

  static MatchAnswer of(MatchingProblem problem, Matching matching, @Nullable Double medianMillis) {
    List<Assigned> assigned = new ArrayList<>();
    for (int task = 0; task < matching.assignment().length; task++) {
      int group = matching.assignment()[task];
      if (group >= 0) {
        assigned.add(
            new Assigned(
                problem.tasks().get(task).task(),
                problem.slots().get(group).node(),
                problem.cost(task, group)));
      }
    }
    return new MatchAnswer(
        matching.cost(),
        assigned.size(),
        Certificate.violations(problem, matching).isEmpty(),
        assigned,
        medianMillis);
  }
}
