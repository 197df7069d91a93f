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
package io.trident.core.layout.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.FoundFile.Block;
import io.trident.core.layout.manifest.FoundFile.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FoundFileTest {
  private static final Block BLOCK = new Block(7, 3, true);
  private static final StoredObject WRITTEN =
      new StoredObject(new BlockIdentity(11, 7, 3), 100, 42);
  private static final StoredObject EMPTY = new StoredObject(new BlockIdentity(11, 0, 0), 0, 0);

  private static FoundFile file(long inode, long length, Block... blocks) {
    return new FoundFile(inode, length, false, List.of(blocks));
  }

  private static State state(FoundFile found) {
    return FoundFile.compare(Optional.of(found), WRITTEN);
  }

  @Test
  void aFileOfTheManifestIsReadableOrLost() {
    assertThat(state(file(11, 100, BLOCK))).isEqualTo(State.READABLE);
    assertThat(state(file(11, 100, new Block(7, 3, false)))).isEqualTo(State.LOST);
    assertThat(FoundFile.compare(Optional.empty(), WRITTEN)).isEqualTo(State.ABSENT);
  }

  @Test
  void aFileWithoutBytesCannotBeLost() {
    assertThat(FoundFile.compare(Optional.of(file(11, 0)), EMPTY)).isEqualTo(State.READABLE);
    assertThat(FoundFile.compare(Optional.of(file(12, 0)), EMPTY)).isEqualTo(State.BROKEN);
    assertThat(FoundFile.compare(Optional.empty(), EMPTY)).isEqualTo(State.ABSENT);
  }

  /** Whatever was done to it: copied, replaced, appended to, truncated, opened. */
  @Test
  void whatDiffersFromTheManifestIsBrokenEvenIfItCannotBeRead() {
    for (boolean isReadable : new boolean[] {true, false}) {
      Block same = new Block(7, 3, isReadable);
      assertThat(
              List.of(
                  file(12, 100, same),
                  file(11, 101, same),
                  file(11, 99, same),
                  file(11, 100, new Block(8, 3, isReadable)),
                  file(11, 100, new Block(7, 4, isReadable)),
                  file(11, 100, same, new Block(8, 3, isReadable)),
                  file(11, 100),
                  new FoundFile(11, 100, true, List.of(same))))
          .allSatisfy(found -> assertThat(state(found)).isEqualTo(State.BROKEN));
    }
  }

  @Test
  void aFileIsReadableIfAllBlocksAre() {
    Block lost = new Block(8, 1, false);
    assertThat(file(1, 200, BLOCK, BLOCK).isReadable()).isTrue();
    assertThat(file(1, 200, BLOCK, lost, BLOCK).isReadable()).isFalse();
    assertThat(file(1, 0).isReadable()).isTrue();
    assertThat(new FoundFile(1, 100, true, List.of(BLOCK)).isReadable()).isFalse();
  }

  @Test
  void onlyAFinishedFileOfOneBlockHasAnIdentity() {
    assertThat(file(11, 100, BLOCK).identity()).contains(WRITTEN.identity());
    assertThat(file(11, 0).identity()).contains(EMPTY.identity());
    assertThat(file(11, 200, BLOCK, BLOCK).identity()).isEmpty();
    assertThat(new FoundFile(11, 100, true, List.of(BLOCK)).identity()).isEmpty();
  }
}
