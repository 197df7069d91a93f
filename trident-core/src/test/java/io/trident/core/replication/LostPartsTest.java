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
package io.trident.core.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.FoundFile;
import io.trident.core.layout.manifest.FoundFile.Block;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.replication.LostParts.Partition;
import io.trident.core.replication.LostParts.SourceFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LostPartsTest {
  private static final Block READABLE = new Block(7, 3, true);
  private static final Block LOST = new Block(7, 3, false);
  private static final StoredObject WRITTEN = new StoredObject(new BlockIdentity(1, 7, 3), 100, 42);
  private static final Optional<FoundFile> AS_WRITTEN = file(1, 100, READABLE);
  private static final Partition WHOLE = new Partition(WRITTEN, AS_WRITTEN, file(2, 8, READABLE));

  /** All that makes a partition lost. */
  private static final List<Partition> LOST_PARTITIONS =
      List.of(
          new Partition(WRITTEN, Optional.empty(), WHOLE.places()),
          new Partition(WRITTEN, file(1, 100, LOST), WHOLE.places()),
          new Partition(WRITTEN, file(9, 100, READABLE), WHOLE.places()),
          new Partition(WRITTEN, AS_WRITTEN, Optional.empty()),
          new Partition(WRITTEN, AS_WRITTEN, file(2, 8, LOST)),
          new Partition(WRITTEN, AS_WRITTEN, file(2, 8, READABLE, LOST)));

  private static Optional<FoundFile> file(long inode, long length, Block... blocks) {
    return Optional.of(new FoundFile(inode, length, false, List.of(blocks)));
  }

  @Property
  void aPartitionIsLostWhateverOfItIsAndNoOtherOneIs(
      @ForAll @IntRange(min = 1, max = 40) int partitions,
      @ForAll @IntRange(max = 39) int lost,
      @ForAll @IntRange(max = 5) int how) {
    List<Partition> all = new ArrayList<>(Collections.nCopies(partitions, WHOLE));
    assertThat(LostParts.ofReplica(all)).isEmpty();
    all.set(lost % partitions, LOST_PARTITIONS.get(how));
    assertThat(LostParts.ofReplica(all)).containsExactly(lost % partitions);
  }

  @Test
  void aFileOfTheSourceMayBeAnotherBlock() {
    List<SourceFile> files =
        List.of(
            new SourceFile(100, file(9, 100, READABLE)),
            new SourceFile(100, file(9, 100, READABLE, LOST)),
            new SourceFile(0, file(9, 0)),
            new SourceFile(100, Optional.empty()),
            new SourceFile(100, Optional.of(new FoundFile(9, 100, true, List.of(READABLE)))));
    assertThat(LostParts.ofSource(files)).containsExactlyInAnyOrder(1, 3, 4);
    assertThat(files).noneMatch(SourceFile::isChanged);
  }

  @Test
  void aFileOfTheSourceOfAnotherLengthIsChangedAndOneThatIsGoneIsNot() {
    assertThat(new SourceFile(99, file(9, 100, READABLE)).isChanged()).isTrue();
    assertThat(new SourceFile(101, file(9, 100, LOST)).isChanged()).isTrue();
    assertThat(new SourceFile(99, Optional.empty()).isChanged()).isFalse();
  }

  @Test
  void nothingIsLostIfNothingOfAnyMemberIs() {
    assertThat(new LostParts(List.of(Set.of(), Set.of())).isNone()).isTrue();
    assertThat(new LostParts(List.of(Set.of(), Set.of(3))).isNone()).isFalse();
  }
}
