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
package io.trident.lab.demo.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.lab.demo.Evidence;
import io.trident.minicluster.CacheWatch.Copy;
import io.trident.minicluster.ServedRead;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheEvidenceTest {
  private static final List<Long> BLOCKS = List.of(100L, 101L);
  private static final Map<String, String> HOSTS = Map.of("u1", "node1", "u2", "node2");
  private static final Evidence.Attempt FIRST = map(0, "node1", "127.0.0.11");
  private static final Evidence.Attempt SECOND = map(1, "node2", "127.0.0.12");

  /** u1 has block 100 in its cache from 1,000 on. */
  private static final CacheEvidence EVIDENCE =
      new CacheEvidence(
          BLOCKS, HOSTS, (copy, millis) -> copy.equals(new Copy(100, "u1")) && millis >= 1_000);

  private static Evidence.Attempt map(int task, String node, String address) {
    return new Evidence.Attempt(task, "attempt_1_0001_m_%06d_0".formatted(task), node, address);
  }

  private static ServedRead read(
      Evidence.Attempt by, long block, String from, long bytes, long startMillis) {
    return new ServedRead(
        "DFSClient_" + by.id() + "_7", block, from, by.address(), bytes, startMillis);
  }

  @Test
  void theFirstReadOfTheMapsOwnBlockCounts() {
    List<MapRead> reads =
        EVIDENCE.reads(
            List.of(SECOND, FIRST),
            List.of(
                read(FIRST, 100, "u1", 4_000_000, 1_500),
                read(FIRST, 100, "u1", 65_536, 1_000),
                read(FIRST, 101, "u2", 65_536, 900),
                read(SECOND, 101, "u2", 4_000_000, 1_200)));
    assertThat(reads)
        .containsExactly(
            new MapRead(0, new Copy(100, "u1"), CopySource.MEMORY, 1_000),
            new MapRead(1, new Copy(101, "u2"), CopySource.DISK, 1_200));
  }

  /** A block that is cached while a map reads it did not help that map. */
  @Test
  void aReadThatBeganBeforeTheBlockWasCachedIsFromDisk() {
    List<MapRead> reads =
        EVIDENCE.reads(
            List.of(FIRST),
            List.of(read(FIRST, 100, "u1", 65_536, 999), read(FIRST, 100, "u1", 4_000_000, 1_500)));
    assertThat(reads).extracting(MapRead::from).containsExactly(CopySource.DISK);
  }

  @Test
  void otherNodesAreRemote() {
    Evidence.Attempt elsewhere = map(0, "node2", "127.0.0.12");
    assertThat(EVIDENCE.reads(List.of(elsewhere), List.of(read(elsewhere, 100, "u1", 1, 1_000))))
        .extracting(MapRead::from)
        .containsExactly(CopySource.REMOTE_MEMORY);
    assertThat(EVIDENCE.reads(List.of(elsewhere), List.of(read(elsewhere, 100, "u1", 1, 1))))
        .extracting(MapRead::from)
        .containsExactly(CopySource.REMOTE_DISK);
  }

  @Test
  void contradictionsAreRefused() {
    assertThatThrownBy(() -> EVIDENCE.reads(List.of(FIRST), List.of(read(SECOND, 100, "u1", 1, 1))))
        .hasMessageContaining("No DataNode served block 100");
    Evidence.Attempt impostor = map(0, "node2", "127.0.0.99");
    assertThatThrownBy(
            () ->
                EVIDENCE.reads(
                    List.of(FIRST),
                    List.of(
                        new ServedRead(
                            "DFSClient_" + FIRST.id(), 100, "u1", impostor.address(), 1, 1))))
        .hasMessageContaining("but read from 127.0.0.99");
  }

  @Test
  void whatNoMapReadFromThatCopyIsWasted() {
    Copy used = new Copy(100, "u1");
    Copy late = new Copy(101, "u2");
    Copy elsewhere = new Copy(100, "u2");
    List<MapRead> reads =
        List.of(
            new MapRead(0, used, CopySource.REMOTE_MEMORY, 1),
            new MapRead(1, late, CopySource.DISK, 1));
    assertThat(CacheEvidence.wasted(List.of(used, late, elsewhere), reads)).isEqualTo(2);
    assertThat(CacheEvidence.wasted(List.of(), reads)).isZero();
  }
}
