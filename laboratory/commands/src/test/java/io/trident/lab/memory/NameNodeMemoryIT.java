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
package io.trident.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code trident namenode-memory} on a real NameNode. */
class NameNodeMemoryIT {
  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  private Path directory;

  @ParameterizedTest
  @EnumSource(Storing.class)
  void allFilesAndReplicasAreThere(Storing storing) throws IOException {
    try (FilledNameNode nameNode = FilledNameNode.start(directory)) {
      for (StoredFile file : storing.files(0)) {
        nameNode.write("/table", file);
      }
      assertThat(nameNode.files()).isEqualTo(storing.files(0).size());
      assertThat(nameNode.blocks())
          .isEqualTo(storing.files(0).stream().mapToInt(StoredFile::blocks).sum());
      assertThat(nameNode.blocksWithTooFewReplicas()).isZero();
    }
  }

  @Test
  void everyWayOfStoringHasItsRow() throws IOException {
    List<HeapGrowth> measured = HeapGrowth.measure(2, 3, directory, step -> {});
    assertThat(measured).extracting(HeapGrowth::storing).containsExactly(Storing.values());
    assertThat(measured).allSatisfy(one -> assertThat(one.heapBytes()).hasSize(3));
    assertThat(HeapTable.of(measured))
        .contains("| three replicas, files of one block | 7,451 | 7,451 |")
        .contains("| three replicas, files of eight blocks | 931 | 7,451 |")
        .contains("| table, one parity | 33,062 | 33,062 |")
        .contains("| table, two parities | 33,062 | 33,062 |");
  }
}
