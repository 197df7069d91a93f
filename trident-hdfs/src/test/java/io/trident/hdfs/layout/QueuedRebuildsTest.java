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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.SuperExtentHealth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueuedRebuildsTest {
  private static final Extent ONE = new DataExtent(0, 1);
  private static final Extent OTHER = new DataExtent(0, 2);
  private static final Map<Extent, StoredObject> FILES = Map.of(ONE, stored(1), OTHER, stored(2));

  private final QueuedRebuilds rebuilds = new QueuedRebuilds();

  @BeforeEach
  void know() {
    rebuilds.know(ExtentIndex.of(Map.of(new SuperExtentId(9, 0), new long[] {1, 2})));
  }

  @Test
  void whatIsLostIsQueuedAnewOnceAndWhenItBecomesHopeless() {
    SuperExtentHealth lost = lost(Set.of(ONE));

    assertThat(rebuilds.look(FILES, lost, List.of())).containsExactly(1L);
    assertThat(rebuilds.look(FILES, lost, List.of())).isEmpty();
    assertThat(rebuilds.isRebuildable(1)).isTrue();
    assertThat(rebuilds.look(FILES, lost, List.of(ONE))).containsExactly(1L);
    assertThat(rebuilds.isRebuildable(1)).isFalse();
    assertThat(rebuilds.look(FILES, lost, List.of())).containsExactly(1L);
    assertThat(rebuilds.isRebuildable(1)).isTrue();
  }

  @Test
  void whatWasRebuiltIsQueuedAnewIfItIsLostAgain() {
    rebuilds.look(FILES, lost(Set.of(OTHER)), List.of());
    rebuilds.look(FILES, SuperExtentHealth.READABLE, List.of());
    assertThat(rebuilds.look(FILES, lost(Set.of(OTHER)), List.of())).containsExactly(2L);
  }

  @Test
  void brokenAndUnknownFilesAreNotRebuildable() {
    rebuilds.look(
        FILES, new SuperExtentHealth(Set.of(), Set.of(), Set.of(), Set.of(ONE)), List.of());
    assertThat(rebuilds.isRebuildable(1)).isFalse();
    assertThat(rebuilds.isRebuildable(2)).isTrue();
    assertThat(rebuilds.isRebuildable(3)).isFalse();
    rebuilds.forget();
    assertThat(rebuilds.isRebuildable(2)).isFalse();
  }

  private static SuperExtentHealth lost(Set<Extent> lost) {
    return new SuperExtentHealth(lost, Set.of(), Set.of(), Set.of());
  }

  private static StoredObject stored(long inode) {
    return new StoredObject(new BlockIdentity(inode, inode, 1), 10, 1);
  }
}
