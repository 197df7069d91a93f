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
package io.trident.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DimensionsTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void boundariesAreOfTheOptionOrOfAFile() throws Exception {
    Path file = Files.writeString(directory.resolve("b.json"), "{\"c\": [\"x,y\", 2]}");

    assertThat(Dimensions.of(List.of("a", "b:hash", "c"), List.of("a=1,2", file.toString())))
        .containsExactly(
            new By("a", Partition.RANGE, Optional.of(List.of("1", "2"))),
            new By("b", Partition.HASH, Optional.empty()),
            new By("c", Partition.RANGE, Optional.of(List.of("x,y", "2"))));
  }

  @Test
  void boundariesOfWhatIsNoRangeAreRefused() {
    assertThatThrownBy(() -> Dimensions.of(List.of("a"), List.of("b=1")))
        .hasMessageContaining("[b], which --by has not");
    assertThatThrownBy(() -> Dimensions.of(List.of("a:hash"), List.of("a=1")))
        .hasMessageContaining("by hash and has boundaries");
  }

  @Test
  void aFileThatIsNoJsonIsRefused() throws Exception {
    Path file = Files.writeString(directory.resolve("b.json"), "1,2");

    assertThatThrownBy(() -> Dimensions.of(List.of("a"), List.of(file.toString())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no boundaries");
  }
}
