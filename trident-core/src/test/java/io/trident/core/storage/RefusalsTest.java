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
package io.trident.core.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalsTest {
  private static BlockProgress block(long id, PinState state, String message) {
    return new BlockProgress(
        new BlockToCache("hdfs://nn/input", id, "node" + id), state, message, Duration.ZERO);
  }

  @Test
  void nothingIsReportedOfBlocksThatAreOrWillBeCached() {
    assertThat(
            Refusals.of(
                List.of(block(1, PinState.CACHED, ""), block(2, PinState.PENDING, "looking"))))
        .isEmpty();
    assertThat(Refusals.of(List.of())).isEmpty();
  }

  @Test
  void theFirstIsNamedWithTheMessageOfHdfs() {
    assertThat(
            Refusals.of(
                List.of(
                    block(1, PinState.CACHED, ""),
                    block(2, PinState.QUOTA_EXCEEDED, "cache pool small is limited to 5 bytes"),
                    block(3, PinState.NO_REPLICA, ""))))
        .contains(
            "2 of 3 blocks are not cached; the first, 2 of hdfs://nn/input on node2: cache pool"
                + " small is limited to 5 bytes");
  }

  @Test
  void aStateWithoutMessageIsReportedInWords() {
    assertThat(Refusals.of(List.of(block(7, PinState.NO_SUCH_BLOCK, ""))).orElseThrow())
        .endsWith("7 of hdfs://nn/input on node7: the file has no such block");
  }
}
