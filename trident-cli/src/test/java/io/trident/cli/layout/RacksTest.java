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

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.cli.layout.Racks.Isolation;
import io.trident.hdfs.protocol.LayoutServer;
import org.junit.jupiter.api.Test;

class RacksTest {
  private static LayoutServer server(boolean apart, int racks) {
    return new LayoutServer(1, apart, racks);
  }

  @Test
  void threeRacksAreNeeded() {
    assertThatCode(() -> Racks.check(server(true, 3), Isolation.RACKS)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Racks.check(server(true, 2), Isolation.RACKS))
        .hasMessageContaining("--isolation nodes");
  }

  @Test
  void fewerRacksAreForThoseWhoAskForIt() {
    assertThatCode(() -> Racks.check(server(true, 1), Isolation.NODES)).doesNotThrowAnyException();
  }

  @Test
  void aClusterThatPlacesDimensionsAnywhereIsForTrials() {
    assertThatThrownBy(() -> Racks.check(server(false, 9), Isolation.RACKS))
        .hasMessageContaining("does not place dimensions apart");
    assertThatThrownBy(() -> Racks.check(server(false, 9), Isolation.NODES))
        .hasMessageContaining("does not place dimensions apart");
    assertThatCode(() -> Racks.check(server(false, 1), Isolation.NONE)).doesNotThrowAnyException();
  }
}
