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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AwaitedReportsTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may overflow
  private final AwaitedReports reports = new AwaitedReports(now::get);

  @Test
  void whoHasNotReportedIsWaitedFor() {
    assertThat(reports.areIn(Set.of())).isTrue();
    assertThat(reports.areIn(Set.of("a", "b"))).isFalse();
    assertThat(reports.areIn(Set.of("b"))).isFalse();
    assertThat(reports.areIn(Set.of())).isTrue();
    assertThat(reports.areIn(Set.of("a"))).as("it has registered again").isFalse();
  }

  /** The report of a node was lost; all other extents waited for five minutes. */
  @Test
  void aNodeIsWaitedForAMinuteAtMost() {
    assertThat(reports.areIn(Set.of("a"))).isFalse();
    pass(60);
    assertThat(reports.areIn(Set.of("a"))).isFalse();
    now.incrementAndGet();
    assertThat(reports.areIn(Set.of("a"))).isTrue();
    assertThat(reports.areIn(Set.of("a", "b"))).as("another one").isFalse();
    pass(61);
    assertThat(reports.areIn(Set.of("a", "b"))).isTrue();
    assertThat(reports.areIn(Set.of("b"))).isTrue();
    assertThat(reports.areIn(Set.of("a", "b"))).as("anew").isFalse();
  }

  @Test
  void afterFiveMinutesNobodyIsWaitedFor() {
    pass(300);
    assertThat(reports.areIn(Set.of("a"))).isFalse();
    now.incrementAndGet();
    assertThat(reports.areIn(Set.of("a", "b"))).isTrue();
  }

  private void pass(long seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }
}
