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
package io.trident.spark.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code bin/trident layout-queries} as its users start it, in its smallest form. */
@Tag("slow")
class LayoutQueriesIT {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path DIR =
      Path.of("target", "it", "layout-queries-" + UUID.randomUUID()).toAbsolutePath();

  private static JsonNode run(String benchmark, String... options) throws Exception {
    Path dir = Files.createDirectories(DIR.resolve(benchmark));
    List<String> words =
        new ArrayList<>(
            List.of(ROOT.resolve("bin").resolve("trident").toString(), "layout-queries"));
    words.add(benchmark);
    words.addAll(List.of("--dir", dir.resolve("data").toString(), "--out", dir.toString()));
    words.addAll(List.of(options));
    Path output = dir.resolve("output");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(process.waitFor(15, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      process.destroy();
    }
    assertThat(dir.resolve(benchmark + ".md")).isNotEmptyFile();
    return new ObjectMapper().readTree(dir.resolve(benchmark + ".json").toFile());
  }

  private static JsonNode measured(JsonNode result, String layout) {
    for (JsonNode one : result.get("measurements")) {
      if (one.get("layout").asText().equals(layout)) {
        return one;
      }
    }
    throw new AssertionError("Not measured: " + layout);
  }

  /** Answers are equal to DuckDB's, or the command fails. */
  @Test
  void slicesOfPartitionsAreJoinedWithoutAShuffleAndEachExtentIsReadOnce() throws Exception {
    JsonNode result =
        run(
            "slices",
            "--scale=0.01",
            "--extents=4",
            "--super-extents=2",
            "--slices=5",
            "--slots=5",
            "--repetitions=1",
            "--layouts=partitions,slices,slices_memory_5");
    assertThat(measured(result, "shuffled").get("joinShuffles").asInt()).isEqualTo(2);
    for (String layout : List.of("partitions", "slices", "slices_memory_5")) {
      assertThat(measured(result, layout).get("joinShuffles").asInt()).as(layout).isZero();
    }
    long bytes = result.get("bytes").asLong();
    long extents = result.get("extents").asLong();
    assertThat(extents).isEqualTo(4 + 2 * 4);
    assertThat(measured(result, "slices").get("bytesRead").asLong()).isEqualTo(bytes);
    JsonNode slices = result.get("nodeCounts").get("slices").get(0);
    assertThat(slices.get("extentsRead").asLong()).isEqualTo(extents);
    assertThat(slices.get("slicesServed").asLong()).isEqualTo(5 * extents);
    assertThat(slices.get("bytesRead").asDouble() / bytes).isBetween(1.0, 1.1);
    JsonNode partitions = result.get("nodeCounts").get("partitions").get(0);
    assertThat(partitions.get("extentsRead").asLong()).isZero();
    assertThat(partitions.get("bytesRead").asDouble() / bytes).isBetween(1.0, 1.1);
  }

  /** Pangea's, section 9.1.2: each table has a replica by each column that it is joined by. */
  @Test
  void replicasOfTpcHAreJoinedWithoutAShuffle() throws Exception {
    JsonNode result =
        run(
            "tpch",
            "--scale=0.01",
            "--extents=4",
            "--repetitions=1",
            "--queries=Q13",
            "--layouts=replicas");
    assertThat(result.get("measurements").findValuesAsText("layout"))
        .containsExactly("as_written", "replicas", "trident");
    assertThat(measured(result, "as_written").get("joinShuffles").asInt()).isEqualTo(2);
    for (String layout : List.of("replicas", "trident")) {
      JsonNode one = measured(result, layout);
      assertThat(one.get("joinShuffles").asInt()).as(layout).isZero();
      assertThat(one.get("dimensions").toString())
          .as(layout)
          .isEqualTo("[\"c_custkey\",\"o_custkey\"]");
    }
  }

  @Test
  void theQueriesAndLayoutsThatWereChosenAreMeasured() throws Exception {
    JsonNode result =
        run(
            "amp",
            "--scale=0.005",
            "--extents=4",
            "--repetitions=1",
            "--queries=1A,3C",
            "--layouts=by_url");
    assertThat(result.get("measurements").findValuesAsText("layout"))
        .containsExactly("as_written", "by_url", "trident", "as_written", "by_url", "trident");
    assertThat(result.get("measurements").findValuesAsText("query"))
        .containsExactly("1A", "1A", "1A", "3C", "3C", "3C");
    assertThat(result.get("rowGroups")).hasSize(2 * 3);
    for (JsonNode one : result.get("rowGroups")) {
      assertThat(one.get("groups").asLong()).as(one.toString()).isPositive();
    }
  }
}
