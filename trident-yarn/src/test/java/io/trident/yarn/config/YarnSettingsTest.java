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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YarnSettingsTest {

  @Test
  void nothingConfiguredMeansTheDocumentedDefaults() {
    YarnSettings settings = YarnSettings.read(key -> null, List.of());
    assertThat(settings)
        .isEqualTo(
            new YarnSettings(
                new QueueModes(QueueMode.ON, Map.of()),
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
            "trident.yarn.mode", "shadow",
            "trident.yarn.queue.root.a.mode", "off",
            "trident.yarn.plan-max-age-ms", "7",
            "trident.yarn.planning-percent", "25",
            "trident.yarn.max-entries", "12",
            "trident.yarn.in-flight-timeout-ms", "9",
            "trident.cost.rack-local", "50");
    YarnSettings settings = YarnSettings.read(values::get, values.keySet());
    assertThat(settings.modes())
        .isEqualTo(new QueueModes(QueueMode.SHADOW, Map.of("root.a", QueueMode.OFF)));
    assertThat(settings.planMaxAge()).isEqualTo(Duration.ofMillis(7));
    assertThat(settings.planningPart()).isEqualTo(0.25);
    assertThat(settings.maxEntries()).isEqualTo(12);
    assertThat(settings.inFlightTimeout()).isEqualTo(Duration.ofMillis(9));
    assertThat(settings.costs().rackLocal()).isEqualTo(50);
  }

  @ParameterizedTest
  @CsvSource({
    "trident.yarn.mode, perhaps",
    "trident.yarn.mode, true",
    "trident.yarn.queue.root.a.mode, perhaps",
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
    assertThatThrownBy(
            () -> YarnSettings.read(name -> name.equals(key) ? value : null, List.of(key)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.");
  }

  @ParameterizedTest
  @CsvSource({
    "root, ON",
    "root.a, SHADOW",
    "root.a.x, SHADOW",
    "root.a.b, OFF",
    "root.a.b.c.d, OFF",
    "root.ab, ON",
    "root.c, ON",
    "root.blank, ON",
  })
  void aQueueHasTheModeOfTheNearestQueueThatIsNamed(String queue, QueueMode mode) {
    Map<String, String> values =
        Map.of(
            "trident.yarn.queue.root.a.mode", " Shadow ",
            "trident.yarn.queue.root.a.b.mode", "off",
            "trident.yarn.queue.root.blank.mode", " ",
            "trident.yarn.queue.root.c.weight", "off",
            "trident.yarn.queue.mode", "off");
    assertThat(YarnSettings.read(values::get, values.keySet()).modes().of(queue)).isEqualTo(mode);
  }

  @Test
  void switchedOffDiffersFromTheDefaultsInThatOnly() {
    YarnSettings defaults = YarnSettings.read(key -> null, List.of());
    assertThat(YarnSettings.switchedOff())
        .isEqualTo(
            new YarnSettings(
                new QueueModes(QueueMode.OFF, Map.of()),
                defaults.planMaxAge(),
                defaults.planningPart(),
                defaults.maxEntries(),
                defaults.inFlightTimeout(),
                defaults.costs()));
  }

  @Test
  void allKeysAreDocumentedUnderTheirPrefix() {
    assertThat(YarnKeys.all())
        .hasSize(6)
        .allSatisfy(key -> assertThat(key.name()).startsWith("trident.yarn."))
        .extracting(ConfigKey::description)
        .allSatisfy(text -> assertThat(text).endsWith("."));
  }
}
