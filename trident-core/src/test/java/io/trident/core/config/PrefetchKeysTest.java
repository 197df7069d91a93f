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
package io.trident.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code trident.prefetch.*}. */
class PrefetchKeysTest {
  private static final double MB = 1 << 20;

  private final Map<String, String> set = new HashMap<>();

  @Test
  void defaultsAreThePapersAndOff() {
    assertThat(PrefetchKeys.PREFETCHER.read(set::get)).isEqualTo(PrefetcherName.NONE);
    set.put("trident.prefetch.time-to-launch-ms", "0"); // the paper knows of no JVMs that start
    assertThat(PrefetchKeys.times(set::get)).isEqualTo(TimeConstants.DEFAULT);
    assertThat(PrefetchKeys.cpu(set::get)).isEqualTo(CpuTimeModel.DEFAULT);
    assertThat(PrefetchKeys.networkBytesPerSecond(set::get)).isInfinite();
    assertThat(PrefetchKeys.memoryBytesPerSecond(set::get)).isEqualTo(3200 * MB);
    assertThat(PrefetchKeys.maxDelaySeconds(set::get)).isEqualTo(30);
  }

  @Test
  void allKeysAreOfTheGroup() {
    assertThat(PrefetchKeys.all())
        .extracting(ConfigKey::name)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.startsWith("trident.prefetch."))
        .hasSize(15);
  }

  @Test
  void valuesAreRead() {
    set.put("trident.prefetch.prefetcher", "trident-delay");
    set.put("trident.prefetch.memory-rate-mb", "32");
    set.put("trident.prefetch.network-rate-mb", "100");
    set.put("trident.prefetch.time-to-init-ms", "500");
    assertThat(PrefetchKeys.PREFETCHER.read(set::get)).isEqualTo(PrefetcherName.TRIDENT_DELAY);
    assertThat(PrefetchKeys.memoryBytesPerSecond(set::get)).isEqualTo(32 * MB);
    assertThat(PrefetchKeys.networkBytesPerSecond(set::get)).isEqualTo(100 * MB);
    assertThat(PrefetchKeys.times(set::get).timeToInit()).isEqualTo(0.5);
  }

  @Test
  void aSlotReadsWhenItsTaskRunsAndHasStarted() {
    assertThat(PrefetchKeys.times(set::get).timeToSchedule()).isEqualTo(2);
    set.put("trident.prefetch.time-to-schedule-ms", "250");
    set.put("trident.prefetch.time-to-launch-ms", "4500");
    assertThat(PrefetchKeys.launchSeconds(set::get)).isEqualTo(4.5);
    assertThat(PrefetchKeys.times(set::get).timeToSchedule()).isEqualTo(4.75);
  }

  @Test
  void aJobIsOfTheClassItNamesOrOfItsNameWithoutNumbers() {
    assertThat(PrefetchKeys.jobClass(set::get, " Daily sales 2026-11-21, part 7 "))
        .isEqualTo("Daily sales #-#-#, part #");
    assertThat(PrefetchKeys.jobClass(set::get, "")).isEmpty();
    set.put("trident.prefetch.job-class", " sales ");
    assertThat(PrefetchKeys.jobClass(set::get, "Daily sales 2026-11-21")).isEqualTo("sales");
  }

  @Test
  void ratesFollowFromScores() {
    set.put("trident.prefetch.memory-rate-mb", "320");
    assertThat(PrefetchKeys.rates(set::get).of(StorageTier.DISK)).isEqualTo(16 * MB);
  }

  @Test
  void invalidValuesAreRefused() {
    set.put("trident.prefetch.prefetcher", "everything");
    set.put("trident.prefetch.memory-rate-mb", "0");
    assertThatThrownBy(() -> PrefetchKeys.PREFETCHER.read(set::get))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.prefetch.prefetcher")
        .hasMessageContaining("prefetch-all");
    assertThatThrownBy(() -> PrefetchKeys.memoryBytesPerSecond(set::get))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.prefetch.memory-rate-mb");
  }
}
