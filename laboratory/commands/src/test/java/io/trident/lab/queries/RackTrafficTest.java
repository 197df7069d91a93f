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

import io.trident.lab.queries.RackTraffic.Input;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RackTrafficTest {
  @Test
  void aPartitionIsReadInTheRackWithMostOfIt() {
    assertThat(
            RackTraffic.betweenRacks(
                List.of(
                    new Input(0, "/r1", 10),
                    new Input(0, "/r1", 5),
                    new Input(0, "/r2", 12),
                    new Input(1, "/r2", 7),
                    new Input(1, "/r3", 9),
                    new Input(1, "/r1", 1))))
        .isEqualTo(12 + 7 + 1);
  }

  @Test
  void nothingLeavesARackThatHasAll() {
    assertThat(RackTraffic.betweenRacks(List.of())).isZero();
    assertThat(RackTraffic.betweenRacks(List.of(new Input(0, "/r1", 3), new Input(1, "/r2", 4))))
        .isZero();
  }

  @Test
  void aShuffleLeavesAllRacksButTheTasksOwn() {
    assertThat(RackTraffic.betweenRacks(300, 3)).isEqualTo(200);
    assertThat(RackTraffic.betweenRacks(300, 1)).isZero();
  }
}
