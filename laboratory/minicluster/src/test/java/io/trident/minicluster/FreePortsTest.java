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
package io.trident.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  private static final long SEED = 7;

  @Test
  void areDifferentAndCanBeListenedOn() throws IOException {
    List<Integer> ports = FreePorts.choose(50, new Random(SEED));
    assertThat(ports)
        .hasSize(50)
        .doesNotHaveDuplicates()
        .allMatch(port -> port >= FreePorts.FIRST && port <= FreePorts.LAST);
    for (int port : ports) {
      new ServerSocket(port).close();
    }
  }

  @Test
  void aPortThatIsTakenIsPassedOver() throws IOException {
    int first = FreePorts.choose(1, new Random(SEED)).get(0);
    try (ServerSocket taken = new ServerSocket(first)) {
      assertThat(FreePorts.choose(3, new Random(SEED))).hasSize(3).doesNotContain(first);
      assertThat(taken.isClosed()).isFalse();
    }
  }

  @Test
  void giveUpWhereAllAreTaken() throws IOException {
    int first = FreePorts.choose(1, new Random(SEED)).get(0);
    Random stuck =
        new Random() {
          @Override
          public int nextInt(int from, int to) {
            return first;
          }
        };
    try (ServerSocket taken = new ServerSocket(first)) {
      assertThatThrownBy(() -> FreePorts.choose(2, stuck))
          .isInstanceOf(IOException.class)
          .hasMessage("Found 0 of 2 free ports from 10000 to 32767");
      assertThat(taken.isBound()).isTrue();
    }
  }
}
