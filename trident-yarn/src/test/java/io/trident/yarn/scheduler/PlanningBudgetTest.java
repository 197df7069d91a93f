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
package io.trident.yarn.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanningBudgetTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void planningTakesItsPartOfTimeHoweverLongPlansTake() {
    PlanningBudget budget = new PlanningBudget();
    long planned = 0;
    long now = -SECOND;
    long end = now + 100 * SECOND;
    while (now < end) {
      if (budget.allows(now, 0.1)) {
        budget.spent(SECOND / 20);
        planned += SECOND / 20;
        now += SECOND / 20;
      } else {
        now += SECOND / 1_000;
      }
    }
    assertThat(planned).isBetween(10 * SECOND, 11 * SECOND);
  }

  @Test
  void aQuietTimeDoesNotAddUp() {
    PlanningBudget budget = new PlanningBudget();
    assertThat(budget.allows(0, 0.1)).isTrue();
    assertThat(budget.allows(1_000 * SECOND, 0.1)).isTrue();
    budget.spent(PlanningBudget.BURST_NANOS);
    assertThat(budget.allows(1_000 * SECOND, 0.1)).isFalse();
    assertThat(budget.allows(1_001 * SECOND, 0.1)).isTrue();
  }
}
