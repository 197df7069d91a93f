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
package io.trident.lab.demo.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.cli.Progress;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.Engine;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The comparison in its smallest useful form. */
@Tag("slow")
class PrefetcherComparisonIT {
  private static final Path DIR = Path.of("target", "it", "prefetchers-" + UUID.randomUUID());
  private static final int BLOCKS = 3;

  @Test
  void withOracleEveryMapReadsFromMemory() throws Exception {
    ComparisonOptions options =
        new ComparisonOptions(
            new DemoOptions(3, 2, BLOCKS, 82 * DemoOptions.BLOCK_UNIT, 4, DIR.toAbsolutePath()),
            1e6,
            1,
            List.of(Engine.TRIDENT),
            List.of(PrefetcherName.ORACLE));
    PrefetcherComparisonResult result =
        new PrefetcherComparison(
                options,
                new Progress(
                    new PrintWriter(System.err, true, StandardCharsets.UTF_8), System::nanoTime))
            .run();

    assertThat(result.times().timeToInit()).isPositive();
    PrefetcherComparisonResult.Row oracle = result.rows().get(0);
    assertThat(oracle.requested()).isEqualTo(BLOCKS);
    assertThat(oracle.memoryShare()).isEqualTo(1);
    assertThat(oracle.wasted()).isZero();
    assertThat(result.runs().get(0).cached()).hasSize(BLOCKS);
  }
}
