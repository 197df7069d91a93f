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
package io.trident.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.partition.Skew;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppendCommandTest {
  @Test
  void unequalExtentsAreWarnedOfWhereTheyAreLarge() {
    assertThat(AppendCommand.skew(Map.of("a", Skew.of(1, 1, 2, 4))))
        .isEqualTo("a: the largest new extent has 2.00 times the mean.%n".formatted());
    assertThat(AppendCommand.skew(Map.of("b", Skew.of(0, 0, 1, 7))))
        .startsWith("b: the largest new extent has 3.50 times the mean.")
        .contains("revert the table and convert it again");
  }
}
