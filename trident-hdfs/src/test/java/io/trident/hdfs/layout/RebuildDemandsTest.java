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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RebuildDemandsTest {
  private final AtomicLong now = new AtomicLong();
  private final RebuildDemands demands = new RebuildDemands(now::get);

  @Test
  void aDemandLastsWhileItIsMadeAgain() {
    demands.make(7);
    demands.make(8);
    pass(20);
    demands.make(7);
    pass(20);
    assertThat(demands.files()).containsExactly(7L);
    pass(20);
    assertThat(demands.files()).isEmpty();
  }

  @Test
  void thereIsRoomForSoManyUntilOldOnesEnd() {
    for (long file = 0; file < RebuildDemands.MOST; file++) {
      assertThat(demands.make(file)).isTrue();
    }
    assertThat(demands.make(-1)).isFalse();
    assertThat(demands.make(5)).as("made before").isTrue();
    assertThat(demands.files()).hasSize(RebuildDemands.MOST);
    pass(31);
    assertThat(demands.make(-1)).isTrue();
    assertThat(demands.files()).containsExactly(-1L);
  }

  private void pass(long seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }
}
