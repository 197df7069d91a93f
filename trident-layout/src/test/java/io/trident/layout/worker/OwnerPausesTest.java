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
package io.trident.layout.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.guard.FailureBreaker;
import org.junit.jupiter.api.Test;

class OwnerPausesTest {
  private final OwnerPauses pauses = new OwnerPauses();

  private void fail(String owner, int times) {
    for (int i = 0; i < times; i++) {
      pauses.failed(owner, 0);
    }
  }

  @Test
  void whoFailsTooOftenIsPausedAndNobodyElse() {
    fail("alice", FailureBreaker.MOST_FAILURES - 1);
    fail("mallory", FailureBreaker.MOST_FAILURES);
    assertThat(pauses.isPaused("alice", 1)).isFalse();
    assertThat(pauses.isPaused("mallory", 1)).isTrue();
    assertThat(pauses.isPaused("bob", 1)).isFalse();
    assertThat(pauses.isPaused("mallory", FailureBreaker.WINDOW_NANOS)).isFalse();
  }

  @Test
  void ofTooManyHeIsForgottenWhoWasAskedForLongestAgo() {
    fail("mallory", FailureBreaker.MOST_FAILURES);
    fail("oscar", FailureBreaker.MOST_FAILURES);
    for (int i = 0; i < OwnerPauses.MOST - 2; i++) {
      fail("user" + i, 1);
    }
    assertThat(pauses.isPaused("mallory", 1)).isTrue();
    fail("one more", 1);
    assertThat(pauses.isPaused("mallory", 1)).isTrue();
    assertThat(pauses.isPaused("oscar", 1)).isFalse();
  }
}
