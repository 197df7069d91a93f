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

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.jupiter.api.Test;

class ApplicationEntriesTest {
  private static final ApplicationId APPLICATION = ApplicationId.newInstance(1, 1);

  private final ApplicationEntries entries = new ApplicationEntries();

  @Test
  void whatIsBesideIsTheSumOfTheOtherPriorities() {
    Random random = new Random(1);
    ApplicationAttemptId attempt = attempt(1);
    Map<Integer, Integer> model = new HashMap<>();
    for (int step = 0; step < 1_000; step++) {
      int priority = random.nextInt(6);
      assertThat(entries.beside(attempt, key(priority)))
          .isEqualTo(
              model.entrySet().stream()
                  .filter(other -> other.getKey() != priority)
                  .mapToInt(Map.Entry::getValue)
                  .sum());
      int kept = random.nextInt(3) * random.nextInt(100);
      entries.keep(attempt, key(priority), kept);
      model.put(priority, kept);
    }
  }

  @Test
  void anotherAttemptBeginsWithNothing() {
    entries.keep(attempt(1), key(1), 10);
    assertThat(entries.beside(attempt(2), key(2))).isZero();
    entries.keep(attempt(2), key(2), 5);
    assertThat(entries.beside(attempt(2), key(1))).isEqualTo(5);
    assertThat(entries.beside(attempt(2), key(3))).isEqualTo(5);
  }

  private static ApplicationAttemptId attempt(int number) {
    return ApplicationAttemptId.newInstance(APPLICATION, number);
  }

  private static SchedulerRequestKey key(int priority) {
    return new SchedulerRequestKey(Priority.newInstance(priority), 0, null);
  }
}
