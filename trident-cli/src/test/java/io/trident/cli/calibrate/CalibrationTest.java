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
package io.trident.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.CostKeys;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static final long BYTES = 100 << 20;

  private static BlockTimes block(
      StorageTier tier, Distance distance, double firstMb, double againMb) {
    return new BlockTimes(
        tier,
        "node1",
        distance,
        BYTES,
        1,
        BYTES / firstMb / (1 << 20),
        BYTES / againMb / (1 << 20));
  }

  private static CostModel costs(Calibration calibration) {
    return CostKeys.read(calibration.keys(CostModel.DEFAULT)::get);
  }

  private static final List<BlockTimes> USUAL =
      List.of(
          block(StorageTier.NVDIMM, Distance.LOCAL, 1_500, 1_600),
          block(StorageTier.SSD, Distance.LOCAL, 390, 1_500),
          block(StorageTier.SSD, Distance.LOCAL, 400, 1_500),
          block(StorageTier.SSD, Distance.LOCAL, 10, 1_500),
          block(StorageTier.DISK, Distance.LOCAL, 80, 1_400));

  @Test
  void scoresAreRatiosOfMedians() {
    CostModel costs = costs(new Calibration(USUAL, false));
    assertThat(costs.score(StorageTier.MEMORY)).isEqualTo(1);
    assertThat(costs.score(StorageTier.NVDIMM)).as("1,600 / 1,500").isEqualTo(1.1);
    assertThat(costs.score(StorageTier.SSD)).as("1,600 / 390").isEqualTo(4.1);
    assertThat(costs.score(StorageTier.DISK)).as("1,600 / 80").isEqualTo(20);
    assertThat(costs.rackLocal()).isEqualTo(40);
  }

  @Test
  void whatMayComeFromThePageCacheIsNotUsed() {
    List<BlockTimes> cached =
        List.of(
            block(StorageTier.NVDIMM, Distance.LOCAL, 1_500, 1_600),
            block(StorageTier.DISK, Distance.LOCAL, 1_400, 1_500));
    Calibration doubtful = new Calibration(cached, false);
    assertThat(doubtful.rows()).extracting(Calibration.Row::isInDoubt).containsExactly(false, true);
    assertThat(costs(doubtful).score(StorageTier.DISK)).isEqualTo(20);
    assertThat(CalibrationText.table(doubtful))
        .contains("perhaps from the page cache", "--drop-caches");

    Calibration dropped = new Calibration(cached, true);
    assertThat(costs(dropped).score(StorageTier.DISK)).isEqualTo(1.1);
    assertThat(CalibrationText.table(dropped)).doesNotContain("page cache");
  }

  @Test
  void theNetworkIsWhatARemoteReadAgainTakes() {
    assertThat(new Calibration(USUAL, false).networkRate()).isEmpty();
    assertThat(new Calibration(USUAL, false).keys(CostModel.DEFAULT))
        .doesNotContainKey(PrefetchKeys.NETWORK_RATE.name());
    List<BlockTimes> both =
        List.of(
            block(StorageTier.DISK, Distance.LOCAL, 80, 1_600),
            block(StorageTier.DISK, Distance.REMOTE, 60, 110));
    Map<String, String> keys = new Calibration(both, false).keys(CostModel.DEFAULT);
    assertThat(keys)
        .containsEntry("trident.prefetch.network-rate-mb", "110")
        .containsEntry("trident.prefetch.memory-rate-mb", "1600")
        .containsEntry("trident.cost.disk", "20.0");
  }

  @Test
  void withoutADataNodeHereTheNetworkBoundsAll() {
    Calibration remote =
        new Calibration(
            List.of(
                block(StorageTier.SSD, Distance.REMOTE, 50, 110),
                block(StorageTier.DISK, Distance.REMOTE, 40, 100)),
            false);
    assertThat(remote.isLocal()).isFalse();
    assertThat(costs(remote).score(StorageTier.SSD)).isEqualTo(2.2);
    assertThat(CalibrationText.table(remote)).contains("Run the command on one");
  }

  @Test
  void theFileIsAHadoopConfigurationWithThoseKeys() {
    Calibration calibration = new Calibration(USUAL, false);
    Map<String, String> keys = calibration.keys(CostModel.DEFAULT);
    Configuration conf = new Configuration(false);
    conf.addResource(
        new ByteArrayInputStream(
            CalibrationText.site(keys, calibration).getBytes(StandardCharsets.UTF_8)));
    assertThat(keys).allSatisfy((key, value) -> assertThat(conf.get(key)).isEqualTo(value));
    assertThat(conf.size()).isEqualTo(keys.size());
  }

  @Test
  void nothingMeasuredIsAnError() {
    assertThatThrownBy(() -> new Calibration(List.of(), true)).hasMessageContaining("Nothing");
  }
}
