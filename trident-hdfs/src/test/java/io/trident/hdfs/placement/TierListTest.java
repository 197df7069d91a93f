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
package io.trident.hdfs.placement;

import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.NVDIMM;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.ConfigException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TierListTest {
  private static final TierList TIERS = new TierList(List.of(NVDIMM, SSD, DISK));
  private static final Set<StorageType> ALL = EnumSet.of(NVDIMM, SSD, DISK);

  @Test
  void oneReplicaPerTierTheRestOnTheLast() {
    assertThat(TIERS.types(1, ALL)).containsExactly(DISK);
    assertThat(TIERS.types(2, ALL)).containsExactly(NVDIMM, DISK);
    assertThat(TIERS.types(3, ALL)).containsExactly(NVDIMM, SSD, DISK);
    assertThat(TIERS.types(5, ALL)).containsExactly(NVDIMM, SSD, DISK, DISK, DISK);
  }

  @Test
  void nextSlowerTierStandsInElseTheNearestFaster() {
    assertThat(TIERS.types(3, EnumSet.of(SSD, DISK))).containsExactly(SSD, SSD, DISK);
    assertThat(TIERS.types(3, EnumSet.of(NVDIMM, DISK))).containsExactly(NVDIMM, DISK, DISK);
    assertThat(TIERS.types(3, EnumSet.of(NVDIMM, SSD))).containsExactly(NVDIMM, SSD, SSD);
    assertThat(TIERS.types(3, EnumSet.noneOf(StorageType.class)))
        .containsExactly(NVDIMM, SSD, DISK);
  }

  @Property
  void givesWhatIsAskedForOnAvailableTiersOnly(
      @ForAll @IntRange(min = 1, max = 20) int replicas, @ForAll Set<StorageType> any) {
    EnumSet<StorageType> available = EnumSet.copyOf(ALL);
    available.retainAll(any);

    List<StorageType> types = TIERS.types(replicas, available);

    assertThat(types).hasSize(replicas);
    if (!available.isEmpty()) {
      assertThat(available).containsAll(types);
    }
    if (replicas >= 3) {
      assertThat(types).containsAll(available);
    }
    if (available.contains(DISK)) {
      assertThat(types).contains(DISK);
    }
  }

  @Test
  void writersGetTheFastestTierLast() {
    assertThat(List.of(NVDIMM, SSD, DISK).stream().sorted(TIERS.writerOrder()).toList())
        .containsExactly(SSD, DISK, NVDIMM);
    assertThat(List.of(DISK, SSD, NVDIMM).stream().sorted(TIERS.tierOrder()).toList())
        .containsExactly(NVDIMM, SSD, DISK);
  }

  @Test
  void readsTheConfiguration() {
    assertThat(TierList.read(key -> null).tiers()).containsExactly(NVDIMM, SSD, DISK);
    assertThat(TierList.read(key -> " ssd , Archive").tiers()).containsExactly(SSD, ARCHIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RAM_DISK,DISK", "PROVIDED", "TAPE", "SSD,,DISK", "SSD,DISK,SSD"})
  void refusesWhatCannotBePlaced(String text) {
    assertThatThrownBy(() -> TierList.read(key -> text))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.hdfs.placement.tiers")
        .hasMessageContaining(text);
  }
}
