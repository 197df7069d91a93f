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
package io.trident.core.layout.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AwaitedReportsTest {
  private long now = Long.MAX_VALUE - 5; // a clock may overflow
  private AwaitedReports reports = AwaitedReports.begin(now);

  private boolean areIn(String... unreported) {
    reports = reports.after(Set.of(unreported), now);
    return reports.areIn(now);
  }

  @Test
  void whoHasNotReportedIsWaitedFor() {
    assertThat(areIn()).isTrue();
    assertThat(areIn("a", "b")).isFalse();
    assertThat(areIn("b")).isFalse();
    assertThat(areIn()).isTrue();
    assertThat(areIn("a")).as("it has registered again").isFalse();
  }

  /** The report of a node was lost; all other extents waited for five minutes. */
  @Test
  void aNodeIsWaitedForAMinuteAtMost() {
    assertThat(areIn("a")).isFalse();
    pass(60);
    assertThat(areIn("a")).isFalse();
    now++;
    assertThat(areIn("a")).isTrue();
    assertThat(areIn("a", "b")).as("another one").isFalse();
    pass(61);
    assertThat(areIn("a", "b")).isTrue();
    assertThat(areIn("b")).isTrue();
    assertThat(areIn("a", "b")).as("anew").isFalse();
  }

  @Test
  void afterFiveMinutesNobodyIsWaitedFor() {
    pass(300);
    assertThat(areIn("a")).isFalse();
    now++;
    assertThat(areIn("a", "b")).isTrue();
  }

  private void pass(long seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }
}
