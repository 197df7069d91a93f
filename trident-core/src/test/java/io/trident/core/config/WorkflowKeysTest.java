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

import io.trident.core.workflow.KeptInput;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkflowKeysTest {
  private final Map<String, String> set = new HashMap<>();

  @Test
  void outputsAreNotKeptUnlessAskedFor() {
    assertThat(WorkflowKeys.keepOutput(set::get)).isZero();
    set.put("trident.workflow.keep-output-ms", "90000");
    assertThat(WorkflowKeys.keepOutput(set::get)).isEqualTo(Duration.ofSeconds(90));
    assertThat(WorkflowKeys.KEPT_INPUT.read(set::get)).isEqualTo(KeptInput.RELEASE);
  }

  @Test
  void allKeysAreOfTheGroup() {
    assertThat(WorkflowKeys.all())
        .extracting(ConfigKey::name)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.startsWith("trident.workflow."))
        .hasSize(4);
  }

  @Test
  void invalidValuesAreRefused() {
    set.put("trident.workflow.keep-output-ms", "10m");
    assertThatThrownBy(() -> WorkflowKeys.keepOutput(set::get))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.workflow.keep-output-ms")
        .hasMessageContaining("10m");
    set.put("trident.workflow.kept-input", "maybe");
    assertThatThrownBy(() -> WorkflowKeys.KEPT_INPUT.read(set::get))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("trident.workflow.kept-input")
        .hasMessageContaining("hold");
  }
}
