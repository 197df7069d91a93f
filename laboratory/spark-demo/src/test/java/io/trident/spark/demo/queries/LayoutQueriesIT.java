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
package io.trident.spark.demo.queries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code bin/trident layout-queries} as its users start it, with tiny tables. It fails by itself if
 * an answer is not that of DuckDB.
 */
@Tag("slow")
class LayoutQueriesIT {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  private static JsonNode run(String benchmark) throws Exception {
    Path dir =
        Files.createDirectories(
            Path.of("target", "it", benchmark + "-" + UUID.randomUUID()).toAbsolutePath());
    Path output = dir.resolve("output");
    Process command =
        new ProcessBuilder(
                ROOT.resolve("bin").resolve("trident").toString(),
                "layout-queries",
                benchmark,
                "--scale",
                "0.01",
                "--extents",
                "8",
                "--repetitions",
                "1",
                "--dir",
                dir.resolve("data").toString(),
                "--out",
                dir.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(command.waitFor(15, TimeUnit.MINUTES)).isTrue();
      assertThat(command.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      command.destroy();
    }
    assertThat(dir.resolve(benchmark + ".md")).content().contains("| query | dimensions read |");
    return new ObjectMapper().readTree(dir.resolve(benchmark + ".json").toFile());
  }

  private static JsonNode ours(JsonNode result, String query) {
    for (JsonNode one : result.get("measurements")) {
      if (one.get("query").asText().equals(query) && one.get("layout").asText().equals("trident")) {
        return one;
      }
    }
    throw new AssertionError("No query " + query);
  }

  @Test
  void joinsOfTpchByDimensionsShuffleNothing() throws Exception {
    JsonNode result = run("tpch");
    for (String query : new String[] {"Q4", "Q12", "Q13", "Q14", "Q22"}) {
      assertThat(ours(result, query).get("joinShuffles").asInt()).as(query).isZero();
    }
  }

  @Test
  void filtersOfAmpReadTheDimensionOfTheirColumn() throws Exception {
    JsonNode result = run("amp");
    assertThat(ours(result, "1A").get("dimensions").toString()).contains("pageRank");
    assertThat(ours(result, "3A").get("dimensions").toString()).contains("visitDate");
    assertThat(ours(result, "3C").get("joinShuffles").asInt()).isZero();
  }
}
