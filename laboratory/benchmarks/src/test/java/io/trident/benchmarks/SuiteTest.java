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
package io.trident.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;

class SuiteTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "benchmarks.md");

  @Test
  void anUnknownWordIsRefusedBeforeAnythingRuns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Benchmarks.main(new String[] {"quick", "figure-19"}))
        .withMessageContaining("figure-19")
        .withMessageContaining("figure-18");
  }

  @ParameterizedTest
  @EnumSource
  void everySuiteRunsSomethingThatItsBenchmarkKnows(Suite suite) {
    List<ChainedOptionsBuilder> runs = suite.runs(List.of(Solver.values()));

    assertThat(runs).isNotEmpty();
    for (ChainedOptionsBuilder run : runs) {
      Options options = run.build();
      assertThat(options.getIncludes()).hasSize(1);
      assertThat(options.getParameter("size").orElse(List.of()))
          .allSatisfy(size -> assertThat(Size.parse(size)).hasToString(size));
      assertThat(options.getParameter("kind").orElse(List.of()))
          .allSatisfy(kind -> assertThat(kind(suite, kind)).hasToString(kind));
    }
  }

  private static Enum<?> kind(Suite suite, String name) {
    return suite == Suite.PREFETCH ? PrefetchInput.valueOf(name) : InstanceKind.valueOf(name);
  }

  @Test
  void withoutSciPyNoSuiteAsksForIt() {
    List<Solver> present =
        Arrays.stream(Solver.values()).filter(solver -> solver != Solver.SCIPY).toList();

    assertThat(Arrays.stream(Suite.values()).flatMap(suite -> suite.runs(present).stream()))
        .allSatisfy(
            run ->
                assertThat(run.build().getParameter("solver").orElse(List.of()))
                    .doesNotContain("SCIPY"));
  }

  @Test
  void thePageNamesWhatThereIs() throws IOException {
    List<String> words =
        Stream.of(
                Arrays.stream(Suite.values()).map(Suite::label),
                Arrays.stream(InstanceKind.values()).map(Enum::name),
                Arrays.stream(PrefetchInput.values()).map(Enum::name),
                Arrays.stream(Solver.values()).map(Enum::name),
                Arrays.stream(RoundSolver.values()).map(Enum::name))
            .flatMap(names -> names)
            .toList();

    assertThat(Files.readString(PAGE)).contains(words);
  }
}
