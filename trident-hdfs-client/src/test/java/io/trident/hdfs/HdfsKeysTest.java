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
package io.trident.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigKey;
import io.trident.hdfs.locate.TierLocator;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HdfsKeysTest {
  @Test
  void everyKeyIsListedOnceAndItsDefaultIsValid() {
    long constants =
        Arrays.stream(HdfsKeys.class.getFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .filter(field -> field.getType() == ConfigKey.class)
            .count();
    List<ConfigKey<?>> keys = HdfsKeys.all();
    assertThat(keys).hasSize((int) constants).doesNotHaveDuplicates();
    for (ConfigKey<?> key : keys) {
      assertThat(key.name()).matches("trident\\.hdfs\\.[a-z]+\\.[a-z-]+");
      assertThat(key.read(name -> key.defaultText())).isEqualTo(key.defaultValue());
    }
  }

  @Test
  void invalidValueNamesKeyAndRemedy() {
    Configuration conf = new Configuration(false);
    conf.set(HdfsKeys.LOCATE_TIMEOUT_MS.name(), "soon");
    assertThatThrownBy(() -> new TierLocator(conf))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.hdfs.locate.timeout-ms")
        .hasMessageContaining("soon")
        .hasMessageContaining("a whole number from 1 to 600000");
  }
}
