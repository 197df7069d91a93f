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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.PrefetchKeys;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.model.TierRates;
import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.Rates;
import io.trident.testbed.VolumeSizes;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SetupTest {
  private static final Layout LAYOUT =
      new Layout(
          "setup",
          1,
          Isolation.KERNEL,
          4,
          2,
          2,
          Rates.TYPICAL,
          40,
          new VolumeSizes(16, 64, 64, 64));

  private static Configuration configured(SchedulingPolicy policy, PrefetcherName prefetcher) {
    Configuration job = new Configuration(false);
    job.setInt("dfs.heartbeat.interval", 1);
    job.setLong("dfs.cachereport.intervalMsec", 1000);
    new Setup(policy, prefetcher).configure(job, LAYOUT);
    return job;
  }

  @Test
  void prefetchersGoWithThePoliciesThatHaveAllReplicasOnDisks() {
    List<PrefetcherName> two = List.of(PrefetcherName.NONE, PrefetcherName.ORACLE);
    assertThat(Setup.all(List.of(SchedulingPolicy.HDFS_ONE_TIER, SchedulingPolicy.TRIDENT), two))
        .containsExactly(
            Setup.of(SchedulingPolicy.HDFS_ONE_TIER),
            new Setup(SchedulingPolicy.HDFS_ONE_TIER, PrefetcherName.ORACLE),
            Setup.of(SchedulingPolicy.TRIDENT));
    assertThatThrownBy(() -> Setup.all(List.of(SchedulingPolicy.TRIDENT), two))
        .hasMessageContaining("hdfs-one-tier and trident-one-tier");
    assertThatThrownBy(() -> new Setup(SchedulingPolicy.QUARTET, PrefetcherName.TRIDENT))
        .hasMessageContaining("quartet");
    assertThat(Setup.prefetcher("trident-delay")).isEqualTo(PrefetcherName.TRIDENT_DELAY);
    assertThatThrownBy(() -> Setup.prefetcher("all")).hasMessageContaining("prefetch-all, trident");
  }

  @Test
  void theBaselineIsLeftAsItIs() {
    Configuration job = configured(SchedulingPolicy.HDFS_ONE_TIER, PrefetcherName.NONE);
    assertThat(job.get("mapreduce.framework.name")).isEqualTo("yarn");
    assertThat(job.getPropsWithPrefix("trident.prefetch.")).isEmpty();
    assertThat(
            configured(SchedulingPolicy.TRIDENT, PrefetcherName.NONE)
                .getPropsWithPrefix("trident.prefetch."))
        .isEmpty();
  }

  @Test
  void underStockSchedulersTridentsClientPrefetches() {
    Configuration job = configured(SchedulingPolicy.HDFS_ONE_TIER, PrefetcherName.PREFETCH_ALL);
    assertThat(job.get("mapreduce.framework.name")).isEqualTo("trident-yarn");
    assertThat(job.get("trident.mapreduce.policy")).isEqualTo("default");
    assertThat(PrefetchKeys.PREFETCHER.read(job::get)).isEqualTo(PrefetcherName.PREFETCH_ALL);
    assertThat(job.getBoolean("dfs.client.read.use.cache.priority", true)).isFalse();
  }

  @Test
  void theModelStartsFromTheDeclaredRatesAndEachSetupLearnsByItself() {
    Configuration job = configured(SchedulingPolicy.TRIDENT_ONE_TIER, PrefetcherName.ORACLE);
    TierRates rates = PrefetchKeys.rates(job::get);
    assertThat(rates.of(StorageTier.MEMORY)).isCloseTo(80e6, Percentage.withPercentage(1));
    assertThat(rates.of(StorageTier.SSD)).isCloseTo(10e6, Percentage.withPercentage(1));
    assertThat(rates.of(StorageTier.DISK)).isCloseTo(4e6, Percentage.withPercentage(1));
    assertThat(PrefetchKeys.times(job::get).timeToInitCache()).isEqualTo(2);
    assertThat(PrefetchKeys.maxDelaySeconds(job::get)).isEqualTo(300);
    assertThat(PrefetchKeys.MODEL_PATH.read(job::get))
        .isNotEqualTo(
            PrefetchKeys.MODEL_PATH.read(
                configured(SchedulingPolicy.TRIDENT_ONE_TIER, PrefetcherName.NONE)::get))
        .endsWith("/trident-one-tier-oracle");
    assertThat(
            PrefetchKeys.maxDelaySeconds(
                configured(SchedulingPolicy.TRIDENT_ONE_TIER, PrefetcherName.TRIDENT_DELAY)::get))
        .isEqualTo(30);
  }
}
