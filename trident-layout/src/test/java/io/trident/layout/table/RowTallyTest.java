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
package io.trident.layout.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowTallyTest {
  private static final RowTally ONE = RowTally.of(0, new byte[] {1, 2});
  private static final RowTally OTHER = RowTally.of(3, new byte[] {4});

  @Test
  void itDoesNotDependOnTheOrder() {
    assertThat(ONE.plus(OTHER)).isEqualTo(OTHER.plus(ONE));
    assertThat(ONE.plus(OTHER).rows()).isEqualTo(2);
    assertThat(ONE.plus(OTHER).bytes()).isEqualTo(3);
  }

  @Test
  void rowsThatChangedPlacesChangeIt() {
    RowTally there = RowTally.of(3, new byte[] {1, 2}).plus(RowTally.of(0, new byte[] {4}));

    assertThat(there.sum()).isEqualTo(ONE.plus(OTHER).sum());
    assertThat(there.placed()).isNotEqualTo(ONE.plus(OTHER).placed());
  }

  @Test
  void itIsReadAsItWasWritten() throws Exception {
    assertThat(RowTally.read(ONE.toJson())).isEqualTo(ONE);
    assertThat(RowTally.read(RowTally.NONE.toJson())).isEqualTo(RowTally.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"rows\":1,\"bytes\":1,\"sum\":\"0\",\"placed\":\"0\"}", "x"})
  void whatIsNoTallyIsRefused(String text) {
    assertThatThrownBy(() -> RowTally.read(text))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The tally of rows is");
  }
}
