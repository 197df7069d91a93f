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
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TierListTest {
  private static final TierList TIERS = tiers(2);
  private static final Set<StorageType> ALL = EnumSet.of(NVDIMM, SSD, DISK);

  private static TierList tiers(int persistentReplicas) {
    return new TierList(List.of(NVDIMM, SSD, DISK), Set.of(NVDIMM), persistentReplicas);
  }

  @Test
  void oneReplicaPerTierTheRestOnTheLastAndTwoArePersistent() {
    assertThat(TIERS.types(1, ALL)).containsExactly(DISK);
    assertThat(TIERS.types(2, ALL)).containsExactly(SSD, DISK);
    assertThat(TIERS.types(3, ALL)).containsExactly(NVDIMM, SSD, DISK);
    assertThat(TIERS.types(5, ALL)).containsExactly(NVDIMM, SSD, DISK, DISK, DISK);
  }

  @Test
  void whoAsksForItGetsOneOfTwoReplicasInMemory() {
    assertThat(tiers(1).types(1, ALL)).containsExactly(DISK);
    assertThat(tiers(1).types(2, ALL)).containsExactly(NVDIMM, DISK);
    assertThat(tiers(3).types(3, ALL)).containsExactly(SSD, DISK, DISK);
    TierList nothingForgets = new TierList(List.of(NVDIMM, SSD, DISK), Set.of(), 2);
    assertThat(nothingForgets.types(2, ALL)).containsExactly(NVDIMM, DISK);
  }

  @Test
  void nextSlowerTierStandsInElseTheNearestFasterPersistentOne() {
    assertThat(TIERS.types(3, EnumSet.of(SSD, DISK))).containsExactly(SSD, SSD, DISK);
    assertThat(TIERS.types(3, EnumSet.of(NVDIMM, DISK))).containsExactly(NVDIMM, DISK, DISK);
    assertThat(TIERS.types(3, EnumSet.of(NVDIMM, SSD))).containsExactly(NVDIMM, SSD, SSD);
    assertThat(TIERS.types(3, EnumSet.of(NVDIMM))).containsExactly(NVDIMM, SSD, DISK);
    assertThat(TIERS.types(3, EnumSet.noneOf(StorageType.class)))
        .containsExactly(NVDIMM, SSD, DISK);
    assertThat(TIERS.fallbacks()).containsExactly(SSD, DISK);
  }

  @Test
  void withheldTiersAreLeftOut() {
    assertThat(TIERS.without(Set.of(SSD)).types(3, ALL)).containsExactly(NVDIMM, DISK, DISK);
    assertThat(TIERS.without(Set.of(NVDIMM)).types(3, ALL)).containsExactly(SSD, DISK, DISK);
    assertThat(TIERS.without(Set.of(DISK)).types(3, ALL)).containsExactly(NVDIMM, SSD, SSD);
    assertThat(TIERS.without(Set.of(SSD, DISK)).isPlaceable()).isFalse();
  }

  @Property
  void givesWhatIsAskedForOnAvailableTiersOnly(
      @ForAll @IntRange(min = 1, max = 20) int replicas, @ForAll Set<StorageType> any) {
    EnumSet<StorageType> available = EnumSet.copyOf(ALL);
    available.retainAll(any);

    List<StorageType> types = TIERS.types(replicas, available);

    assertThat(types).hasSize(replicas);
    assertThat(types.stream().filter(TIERS::isPersistent).count())
        .isGreaterThanOrEqualTo(Math.min(2, replicas));
    if (available.contains(SSD) || available.contains(DISK)) {
      assertThat(available).containsAll(types);
    }
    if (replicas >= 3) {
      assertThat(types).containsAll(available);
    }
    if (available.contains(DISK)) {
      assertThat(types).contains(DISK);
    }
  }

  /** Whatever is held, and whichever of the named types HDFS deletes, enough are persistent. */
  @Property
  void whatIsDeletedLeavesPersistentReplicas(
      @ForAll @IntRange(min = 1, max = 3) int persistentReplicas,
      @ForAll @Size(min = 2, max = 9) List<@From("tier") StorageType> held,
      @ForAll @IntRange(min = 1, max = 8) int expected,
      @ForAll Random random) {
    Assume.that(expected < held.size());
    TierList tiers = tiers(persistentReplicas);

    List<StorageType> excess = new ArrayList<>(tiers.excess(expected, held));
    Collections.shuffle(excess, random);
    List<StorageType> left = new ArrayList<>(held);
    excess.stream().limit(held.size() - expected).forEach(left::remove);

    assertThat(left).hasSize(expected);
    assertThat(left.stream().filter(tiers::isPersistent).count())
        .isGreaterThanOrEqualTo(
            Math.min(
                Math.min(persistentReplicas, expected),
                held.stream().filter(tiers::isPersistent).count()));
  }

  @Provide
  Arbitrary<StorageType> tier() {
    return Arbitraries.of(NVDIMM, SSD, DISK);
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
    assertThat(TierList.read(key -> null).volatileTiers()).containsExactly(NVDIMM);
    assertThat(TierList.read(key -> null).persistentReplicas()).isEqualTo(2);
    assertThat(read(" ssd , Archive", "none").tiers()).containsExactly(SSD, ARCHIVE);
    assertThat(read("NVDIMM", "None").volatileTiers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RAM_DISK,DISK", "PROVIDED", "TAPE", "SSD,,DISK", "SSD,DISK,SSD"})
  void refusesWhatCannotBePlaced(String text) {
    assertThatThrownBy(() -> read(text, "NVDIMM"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.hdfs.placement.tiers")
        .hasMessageContaining(text);
    assertThatThrownBy(() -> read("DISK", text))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.hdfs.placement.volatile-tiers")
        .hasMessageContaining(text);
  }

  @Test
  void refusesAVolatileLastTier() {
    assertThatThrownBy(() -> read("SSD,NVDIMM", "NVDIMM"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("end with a persistent one");
  }

  private static TierList read(String tiers, String volatileTiers) {
    return TierList.read(
        Map.of(
                "trident.hdfs.placement.tiers", tiers,
                "trident.hdfs.placement.volatile-tiers", volatileTiers)
            ::get);
  }
}
