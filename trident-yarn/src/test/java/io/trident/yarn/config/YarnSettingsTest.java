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
package io.trident.yarn.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigKey;
import io.trident.core.cost.CostModel;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YarnSettingsTest {

  @Test
  void nothingConfiguredMeansTheDocumentedDefaults() {
    YarnSettings settings = YarnSettings.read(key -> null);
    assertThat(settings)
        .isEqualTo(
            new YarnSettings(
                true,
                Duration.ofMillis(100),
                0.1,
                100_000,
                Duration.ofMillis(200),
                CostModel.DEFAULT));
  }

  @Test
  void everyKeyIsRead() {
    Map<String, String> values =
        Map.of(
            "trident.yarn.enabled", "false",
            "trident.yarn.plan-max-age-ms", "7",
            "trident.yarn.planning-percent", "25",
            "trident.yarn.max-entries", "12",
            "trident.yarn.in-flight-timeout-ms", "9",
            "trident.cost.rack-local", "50");
    YarnSettings settings = YarnSettings.read(values::get);
    assertThat(settings.enabled()).isFalse();
    assertThat(settings.planMaxAge()).isEqualTo(Duration.ofMillis(7));
    assertThat(settings.planningPart()).isEqualTo(0.25);
    assertThat(settings.maxEntries()).isEqualTo(12);
    assertThat(settings.inFlightTimeout()).isEqualTo(Duration.ofMillis(9));
    assertThat(settings.costs().rackLocal()).isEqualTo(50);
  }

  @ParameterizedTest
  @CsvSource({
    "trident.yarn.enabled, perhaps",
    "trident.yarn.plan-max-age-ms, 0",
    "trident.yarn.plan-max-age-ms, soon",
    "trident.yarn.planning-percent, 0",
    "trident.yarn.planning-percent, 101",
    "trident.yarn.max-entries, 0",
    "trident.yarn.in-flight-timeout-ms, -1",
    "trident.cost.disk, NaN",
    "trident.cost.rack-local, 5",
  })
  void anUnusableValueIsRefusedNamingKeyAndValue(String key, String value) {
    assertThatThrownBy(() -> YarnSettings.read(name -> name.equals(key) ? value : null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.");
  }

  @Test
  void switchedOffDiffersFromTheDefaultsInThatOnly() {
    YarnSettings defaults = YarnSettings.read(key -> null);
    assertThat(YarnSettings.switchedOff())
        .isEqualTo(
            new YarnSettings(
                false,
                defaults.planMaxAge(),
                defaults.planningPart(),
                defaults.maxEntries(),
                defaults.inFlightTimeout(),
                defaults.costs()));
  }

  @Test
  void allKeysAreDocumentedUnderTheirPrefix() {
    assertThat(YarnKeys.all())
        .hasSize(5)
        .allSatisfy(key -> assertThat(key.name()).startsWith("trident.yarn."))
        .extracting(ConfigKey::description)
        .allSatisfy(text -> assertThat(text).endsWith("."));
  }
}
