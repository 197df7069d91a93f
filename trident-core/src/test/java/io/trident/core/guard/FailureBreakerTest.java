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
package io.trident.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureBreakerTest {
  private static final long SECOND = 1_000_000_000;
  private final FailureBreaker breaker = new FailureBreaker();

  @Test
  void failuresAgainAndAgainOpenItForAWhile() {
    for (int i = 1; i < FailureBreaker.MOST_FAILURES; i++) {
      assertThat(breaker.failed(i)).isFalse();
    }
    assertThat(breaker.isOpen(SECOND)).isFalse();
    assertThat(breaker.failed(SECOND)).isTrue();
    assertThat(breaker.isOpen(2 * SECOND)).isTrue();
    assertThat(breaker.isOpen(SECOND + FailureBreaker.WINDOW_NANOS)).isFalse();
    assertThat(breaker.failed(SECOND + FailureBreaker.WINDOW_NANOS)).isFalse();
  }

  @Test
  void aFailureNowAndThenDoesNot() {
    for (int i = 0; i < 10 * FailureBreaker.MOST_FAILURES; i++) {
      assertThat(breaker.failed(i * 10 * SECOND)).isFalse();
    }
  }
}
