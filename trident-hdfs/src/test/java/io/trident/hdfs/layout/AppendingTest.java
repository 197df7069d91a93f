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

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppendingTest {
  private static final Appending ONE = new Appending("/b", "/t", "/s", "/k", 7, 8, 9, 11);

  @Test
  void isReadAsItWasStored() throws IOException {
    assertThat(Appending.decode(ONE.encode())).isEqualTo(ONE);
    assertThat(ONE.isOf("/b", "/t", "/s", "/k")).isTrue();
    assertThat(ONE.isOf("/b", "/t", "/s", "/other")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "2\n/b\n/t\n/s\n/k\n7\n8\n9\n11", "1\n/b\n/t\n/s\n/k\n7\n8\n9\n-1"})
  void anotherVersionIsRefused(String stored) {
    assertThatThrownBy(() -> Appending.decode(stored.getBytes(UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another version");
  }

  @Test
  void theDirectoryWithTheListOfSourcesIsTheLastOne() {
    assertThat(
            ONE.parts(
                List.of(
                    "se0008-e00.csv", "se0009-e00.csv", "se0011-e01.csv", "se0012-e00.csv", "x"),
                List.of("se0008", "se0009", "se0010", "se0011", "spec.json", "se0012")))
        .containsExactly(
            "se0009-e00.csv",
            "se0011-e01.csv",
            "_trident/se0011",
            "_trident/se0010",
            "_trident/se0009");
  }

  @Test
  void superExtentsAreFoundByTheirNames() {
    assertThat(Appending.superExtents(List.of("se0010", "spec.json", "se0002", "se10000")))
        .containsExactly(2L, 10L, 10_000L);
  }
}
