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
import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Certificate;
import io.trident.core.matching.Matching;
import io.trident.core.matching.MatchingProblem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code whatif match}.
 *
 * @param cost total assignment cost
 * @param assigned how many tasks got a slot: the cardinality of the matching
 * @param certified whether the dual solution proves the matching optimal
 * @param assignment the tasks that got a slot
 * @param unassigned the tasks that got none
 * @param medianMillis with {@code --repeat}, the median time of a warm solve
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MatchAnswer(
    double cost,
    int assigned,
    boolean certified,
    List<Assigned> assignment,
    List<String> unassigned,
    @Nullable Double medianMillis) {

  /** A task, its node and what it costs there. */
  record Assigned(String task, String node, double cost) {}

  static MatchAnswer of(Instance instance, Matching matching, @Nullable Double medianMillis) {
    MatchingProblem problem = instance.problem();
    List<Assigned> assigned = new ArrayList<>();
    List<String> unassigned = new ArrayList<>();
    BigDecimal cost = BigDecimal.valueOf(matching.scaledCost());
    for (int task = 0; task < matching.assignment().length; task++) {
      CostProfile profile = problem.tasks().get(task);
      int group = matching.assignment()[task];
      if (group >= 0 && instance.allows(task, group)) {
        String node = problem.slots().get(group).node();
        assigned.add(new Assigned(profile.task(), node, problem.cost(task, group)));
      } else {
        unassigned.add(profile.task());
      }
      if (group >= 0 && !instance.allows(task, group)) {
        cost =
            cost.subtract(
                BigDecimal.valueOf(instance.forbidden())
                    .multiply(BigDecimal.valueOf(matching.scale())));
      }
    }
    return new MatchAnswer(
        cost.doubleValue() / matching.scale(),
        assigned.size(),
        Certificate.violations(problem, matching).isEmpty(),
        assigned,
        unassigned,
        medianMillis);
  }

  /** The answer for people: a line a fact, then a line a task. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        "cost %s, %d of %d tasks assigned, %s%n"
            .formatted(
                number(cost),
                assigned,
                assigned + unassigned.size(),
                certified ? "proven optimal" : "NOT PROVEN OPTIMAL"));
    if (medianMillis != null) {
      text.append(String.format(Locale.ROOT, "median of a solve: %.3f ms%n", medianMillis));
    }
    for (Assigned one : assignment) {
      text.append("%s -> %s at %s%n".formatted(one.task(), one.node(), number(one.cost())));
    }
    for (String task : unassigned) {
      text.append("%s -> none%n".formatted(task));
    }
    return text.toString().stripTrailing();
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
