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
package io.trident.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnumNamesTest {
  private enum Sample {
    DISK,
    RACK_LOCAL,
    H_SCHEDULER,
    SPREAD_10_TIMES
  }

  @Test
  void namesAreWrittenInLowerCaseWithDashes() {
    assertThat(EnumNames.list(Sample.class))
        .isEqualTo("disk, rack-local, h-scheduler, spread-10-times");
  }

  @Test
  void namesOfMetricsAreInCamelCase() {
    assertThat(Sample.values())
        .extracting(EnumNames::camelCase)
        .containsExactly("Disk", "RackLocal", "HScheduler", "Spread10Times");
  }

  @ParameterizedTest
  @EnumSource
  void aConstantIsFoundByItsName(Sample constant) {
    assertThat(EnumNames.find(Sample.class, EnumNames.dashed(constant))).contains(constant);
  }

  @Test
  void whatIsNoNameOfAConstantIsNotFound() {
    assertThat(EnumNames.find(Sample.class, "rack_local")).isEmpty();
    assertThat(EnumNames.find(Sample.class, "Rack-Local")).isEmpty();
    assertThat(EnumNames.find(Sample.class, "")).isEmpty();
  }
}
