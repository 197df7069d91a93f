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
package io.trident.benchmarks.rmload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ResourceManagerLoadTest {
  private static final int TABLES = 3;

  /** The command's quick form: all of it runs, and every cell is filled. */
  @Test
  @Tag("slow")
  void theQuickFormMeasuresAndReportsAll() {
    List<String> lines = ResourceManagerLoad.run(ResourceManagerLoad.Plan.QUICK).lines().toList();

    assertThat(lines.stream().filter(line -> line.startsWith("|---"))).hasSize(TABLES);
    assertThat(lines.stream().filter(line -> line.startsWith("| 400 | stock")))
        .as("by heartbeat and asynchronous")
        .hasSize(2);
    assertThat(lines.stream().filter(line -> line.startsWith("| 400 | Trident"))).hasSize(2);
    assertThat(lines).noneMatch(line -> line.contains("NaN") || line.contains("|  |"));
    assertThat(lines).anyMatch(line -> line.startsWith("Load average"));
  }
}
