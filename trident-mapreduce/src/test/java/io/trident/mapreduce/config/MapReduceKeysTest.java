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
package io.trident.mapreduce.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigKey;
import io.trident.core.placement.PolicyName;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MapReduceKeysTest {
  @Test
  void allHoldsEveryKeyOfTheArea() throws Exception {
    List<Object> declared =
        Arrays.stream(MapReduceKeys.class.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .map(
                field -> {
                  try {
                    return field.get(null);
                  } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                  }
                })
            .toList();
    assertThat(MapReduceKeys.all()).containsExactlyInAnyOrderElementsOf(keys(declared));
    assertThat(MapReduceKeys.all())
        .allSatisfy(key -> assertThat(key.name()).startsWith("trident.mapreduce."));
  }

  private static List<ConfigKey<?>> keys(List<Object> fields) {
    return fields.stream().<ConfigKey<?>>map(field -> (ConfigKey<?>) field).toList();
  }

  @Test
  void defaults() {
    assertThat(MapReduceKeys.POLICY.read(key -> null)).isEqualTo(PolicyName.TRIDENT);
    assertThat(MapReduceKeys.WITHOUT_TIERS.read(key -> null)).isEqualTo(WithoutTiers.STOCK);
    assertThat(MapReduceKeys.REFRESH_INTERVAL_MS.read(key -> null)).isEqualTo(5000);
    assertThat(MapReduceKeys.REFRESH_SPLITS.read(key -> null)).isEqualTo(1000);
    assertThat(MapReduceKeys.FIRST_LOOKUP_WAIT_MS.read(key -> null)).isEqualTo(3000);
    assertThat(MapReduceKeys.PLACEMENTS_DIR.read(key -> null)).isEmpty();
  }

  @Test
  void anUnknownPolicyIsRefusedByNameAndRemedy() {
    assertThatThrownBy(
            () -> MapReduceKeys.POLICY.read(Map.of("trident.mapreduce.policy", "best")::get))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.mapreduce.policy")
        .hasMessageContaining("best")
        .hasMessageContaining("h-scheduler");
  }
}
