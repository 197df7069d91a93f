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
package io.trident.cli.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.cli.CommandRun;
import org.junit.jupiter.api.Test;

class PrefetchCommandTest {
  @Test
  void wrongUsageIsReported() {
    assertThat(CommandRun.of("prefetch").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("prefetch", "--list", "/input").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("prefetch", "--slots", "0", "/input").exitCode()).isEqualTo(2);
    CommandRun unknown = CommandRun.of("prefetch", "--prefetcher", "oracle", "/input");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("trident, trident-delay or prefetch-all");
  }
}
