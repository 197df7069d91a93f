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

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentTargetsTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // a clock may overflow
  private Duration patience = Duration.ofSeconds(300);
  private final RecentTargets targets = new RecentTargets(() -> patience, now::get);

  @Test
  void whatWasChosenLastIsKnownForHalfAMinute() {
    assertThat(targets.of(1)).isEmpty();
    targets.chosen(1, List.of("a"));
    targets.chosen(2, List.of("b"));
    pass(29);
    targets.chosen(1, List.of("c", "d"));
    pass(1);
    assertThat(targets.of(1)).containsExactly("c", "d");
    assertThat(targets.of(2)).isEmpty();
    pass(29);
    assertThat(targets.of(1)).isEmpty();
    targets.chosen(3, List.of("e"));
    assertThat(targets.of(3)).containsExactly("e");
  }

  @Test
  void ofTooManyTheFirstAreForgotten() {
    for (long file = 0; file < 20_000; file++) {
      targets.chosen(file, List.of("a"));
    }
    assertThat(targets.of(9_999)).isEmpty();
    assertThat(targets.of(10_000)).isNotEmpty();
    assertThat(targets.of(19_999)).isNotEmpty();
  }

  @Test
  void aNodeThatWasChosenInVainIsAvoidedForAnHour() {
    assertThat(targets.missed(1)).isEmpty();
    targets.chosen(1, List.of("a"));
    pass(299);
    assertThat(targets.missed(1)).isEmpty(); // HDFS asks again only as it has changed its mind
    pass(1);
    assertThat(targets.missed(1)).containsExactly("a");
    assertThat(targets.missed(2)).isEmpty();
    targets.chosen(1, List.of("b", "c"));
    assertThat(targets.missed(1)).containsExactly("a");
    pass(300);
    assertThat(targets.missed(1)).containsExactly("a", "b", "c");
    targets.chosen(1, List.of("a"));
    assertThat(targets.missed(1)).containsExactly("b", "c"); // there was no other
    pass(3_599);
    assertThat(targets.missed(1)).containsExactly("b", "c", "a");
    pass(1);
    assertThat(targets.missed(1)).isEmpty();
  }

  @Test
  void howLongHdfsWaitsMayBeSetAnewAndMayBeForEver() {
    targets.chosen(1, List.of("a"));
    pass(300);
    patience = Duration.ofMillis(Long.MAX_VALUE / 1_000_000);
    assertThat(targets.missed(1)).isEmpty();
    targets.chosen(2, List.of("b"));
    assertThat(targets.of(2)).containsExactly("b");
    patience = Duration.ofSeconds(200);
    assertThat(targets.missed(1)).containsExactly("a");
  }

  @Test
  void ofManyThatWereInVainTheLastCount() {
    for (int node = 0; node < 20; node++) {
      targets.chosen(1, List.of("n" + node));
      pass(300);
    }
    assertThat(targets.missed(1)).hasSize(9).contains("n19").doesNotContain("n10");
  }

  private void pass(long seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }
}
