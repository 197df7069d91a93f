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
package io.trident.benchmarks.swim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeBinTest {
  @ParameterizedTest
  @CsvSource({
    "0, A",
    "127, A",
    "128, B",
    "511, B",
    "512, C",
    "1023, C",
    "1024, D",
    "2047, D",
    "2048, E",
    "5119, E",
    "5120, F",
    "10239, F",
    "10240, LARGER",
    "99999999, LARGER"
  })
  void hasTheBoundsOfTable2(long megabytes, SizeBin bin) {
    assertThat(SizeBin.of(megabytes << 20)).isEqualTo(bin);
    assertThat(SizeBin.of((megabytes << 20) + 1)).isEqualTo(bin);
    assertThat(megabytes << 20).isBetween(bin.fromBytes(), bin.toBytes() - 1);
  }
}
