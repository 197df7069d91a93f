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
package io.trident.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.cost.CostModel;
import io.trident.core.matching.CertifyMode;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys: defaults, ranges, and errors that name key, value and remedy. */
class ConfigKeyTest {
  private static ConfigSource with(String key, String value) {
    return Map.of(key, value)::get;
  }

  private static final ConfigSource NOTHING = key -> null;

  @Test
  void readsDefaultsWhereNothingIsSet() {
    ConfigKey<Integer> key = ConfigKey.intKey("trident.x.n", 5, 1, 10, "A number.");

    assertThat(key.read(NOTHING)).isEqualTo(5);
    assertThat(key.read(with("trident.x.n", "  "))).isEqualTo(5);
    assertThat(key.read(with("trident.x.n", " 7 "))).isEqualTo(7);
    assertThat(key.defaultText()).isEqualTo("5");
    assertThat(key.type()).isEqualTo("a whole number from 1 to 10");
    assertThat(key).hasToString("trident.x.n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "11", "many", "1.5", "99999999999"})
  void refusesWhatIsNotInRange(String value) {
    ConfigKey<Integer> key = ConfigKey.intKey("trident.x.n", 5, 1, 10, "A number.");

    assertThatThrownBy(() -> key.read(with("trident.x.n", value)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Configuration key trident.x.n has the value '%s': must be %s.", value, key.type());
  }

  @Test
  void readsEachType() {
    assertThat(ConfigKey.longKey("k", 1, 0, Long.MAX_VALUE, "").read(with("k", "9999999999")))
        .isEqualTo(9_999_999_999L);
    assertThat(ConfigKey.costKey("k", 1, "").read(with("k", "2.5"))).isEqualTo(2.5);
    assertThat(ConfigKey.switchKey("k", false, "").read(with("k", "TRUE"))).isTrue();
    assertThat(ConfigKey.textKey("k", "", "").read(with("k", " a b "))).isEqualTo("a b");
    assertThat(ConfigKey.enumKey("k", StorageTier.SSD, "").read(with("k", "Disk")))
        .isEqualTo(StorageTier.DISK);
  }

  @Test
  void refusesOtherTexts() {
    assertThatThrownBy(() -> ConfigKey.switchKey("k", false, "").read(with("k", "yes")))
        .hasMessageContaining("must be true or false");
    assertThatThrownBy(() -> ConfigKey.longKey("k", 1, 0, 9, "").read(with("k", "-1")))
        .hasMessageContaining("from 0 to 9");
    assertThatThrownBy(() -> ConfigKey.costKey("k", 1, "").read(with("k", "NaN")))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> MatchingKeys.CERTIFY.read(with("trident.matching.certify", "maybe")))
        .hasMessageContaining("trident.matching.certify")
        .hasMessageContaining("one of off, certify");
  }

  @Test
  void certifyIsOffByDefault() {
    assertThat(MatchingKeys.CERTIFY.read(NOTHING)).isEqualTo(CertifyMode.OFF);
    assertThat(MatchingKeys.CERTIFY.defaultText()).isEqualTo("off");
    assertThat(MatchingKeys.CERTIFY.read(with("trident.matching.certify", "certify")))
        .isEqualTo(CertifyMode.CERTIFY);
  }

  @Test
  void everyKeyIsNamedAndDescribed() {
    List<ConfigKey<?>> keys = new ArrayList<>(CostKeys.all());
    keys.addAll(MatchingKeys.all());

    assertThat(keys).extracting(ConfigKey::name).doesNotHaveDuplicates();
    assertThat(keys)
        .allSatisfy(
            key -> {
              assertThat(key.name()).matches("trident\\.[a-z]+\\.[a-z0-9-]+");
              assertThat(key.description()).endsWith(".");
              assertThat(key.read(with(key.name(), key.defaultText())))
                  .isEqualTo(key.defaultValue());
            });
  }

  @Test
  void costsDefaultToThePapers() {
    assertThat(CostKeys.read(NOTHING)).isEqualTo(CostModel.DEFAULT);
    assertThat(CostKeys.all()).hasSize(StorageTier.values().length + 2);
  }

  @Test
  void readsTheCostModel() {
    Map<String, String> set = new HashMap<>();
    set.put("trident.cost.memory", "0.5");
    set.put("trident.cost.rack-local", "50");
    set.put("trident.cost.off-rack", "200");
    CostModel model = CostKeys.read(set::get);

    assertThat(model.score(StorageTier.MEMORY)).isEqualTo(0.5);
    assertThat(model.rackLocal()).isEqualTo(50);
    assertThat(model.offRack()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "trident.cost.disk, 40, must be below trident.cost.rack-local (40.0)",
    "trident.cost.disk, -1, must be a finite number that is not negative",
    "trident.cost.disk, NaN, must be a finite number that is not negative",
    "trident.cost.disk, fast, must be a finite number that is not negative",
    "trident.cost.rack-local, 101, must not exceed trident.cost.off-rack (100.0)",
    "trident.cost.rack-local, 20, must be below trident.cost.rack-local (20.0)",
    "trident.cost.off-rack, 60, must be at least trident.cost.rack-local (40.0)",
  })
  void refusesImpossibleScores(String key, String value, String remedy) {
    assertThatThrownBy(() -> CostKeys.read(with(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("Configuration key trident.cost.")
        .hasMessageContaining(value)
        .hasMessageContaining(remedy);
  }
}
