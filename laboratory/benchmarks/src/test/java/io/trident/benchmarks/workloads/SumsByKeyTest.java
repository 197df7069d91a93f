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

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One pass or many: the verdict is the same. */
class SumsByKeyTest {
  private static final int KEYS = 500;

  @ParameterizedTest
  @ValueSource(longs = {1, 40_000_000, 4_000_000_000_000L})
  void acceptsTheRightSumsAndFindsWhatIsMissingDuplicatedOrWrong(long terms) throws IOException {
    SumsByKey sums = SumsByKey.ofTerms(terms);
    List<Long> right = new ArrayList<>();
    for (long key = 0; key < KEYS; key++) {
      right.add(3 * key);
    }

    assertThatCode(() -> compare(sums, right, -1)).doesNotThrowAnyException();
    for (int key = 0; key < KEYS; key += 50) {
      int damaged = key;
      List<Long> wrong = new ArrayList<>(right);
      wrong.set(damaged, 1 + right.get(damaged));
      assertThatThrownBy(() -> compare(sums, wrong, -1))
          .hasMessage("'k%d' is %d, not %d".formatted(damaged, 3 * damaged, 3 * damaged + 1));
      assertThatThrownBy(() -> compare(sums, right, damaged))
          .hasMessage("'k%d' is listed twice, or is not in the input".formatted(damaged));
    }
    assertThatThrownBy(() -> compare(sums, right.subList(0, KEYS - 1), -1))
        .isInstanceOf(WrongResultException.class)
        .hasMessage("1 keys are missing, such as 'k499' (1497)");
  }

  /** Expects three terms of each key; the result has a sum for each, one of them perhaps twice. */
  private static void compare(SumsByKey sums, List<Long> result, int twice) throws IOException {
    sums.compare(
        sink -> {
          for (int term = 0; term < 3; term++) {
            for (int key = 0; key < KEYS; key++) {
              sink.add("k" + key, key);
            }
          }
        },
        sink -> {
          for (int key = 0; key < result.size(); key++) {
            sink.add("k" + key, result.get(key));
            if (key == twice) {
              sink.add("k" + key, result.get(key));
            }
          }
        });
  }
}
