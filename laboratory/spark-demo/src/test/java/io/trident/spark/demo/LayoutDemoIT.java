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
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code bin/trident demo layout} as its users start it, in its smallest form. */
@Tag("slow")
class LayoutDemoIT {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path DIR =
      Path.of("target", "it", "demo-layout-" + UUID.randomUUID()).toAbsolutePath();

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static JsonNode result;

  @BeforeAll
  static void run() throws Exception {
    Files.createDirectories(DIR);
    Path json = DIR.resolve("result.json");
    Path output = DIR.resolve("output");
    Process demo =
        new ProcessBuilder(
                ROOT.resolve("bin").resolve("trident").toString(),
                "demo",
                "layout",
                "--rows",
                "60000",
                "--dir",
                DIR.resolve("demo").toString(),
                "--report",
                DIR.resolve("report.html").toString(),
                "--json",
                json.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(demo.waitFor(15, TimeUnit.MINUTES)).isTrue();
      assertThat(demo.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      demo.destroy();
    }
    result = new ObjectMapper().readTree(json.toFile());
  }

  /** The paper's claim, section 4.3: a lost extent is rebuilt from as many bytes as it has. */
  @Test
  void whatWasLostIsRebuiltFromAsManyBytes() throws Exception {
    JsonNode recovery = result.get("recovery");
    assertThat(recovery.get("lost").asInt()).isPositive();
    assertThat(recovery.get("rebuilt").asInt()).isEqualTo(recovery.get("lost").asInt());
    assertThat(recovery.get("bytesRead").asDouble() / recovery.get("bytesLost").asDouble())
        .as(Files.readString(DIR.resolve("output")))
        .isBetween(0.9, 1.1);
  }

  @Test
  void whatItTookIsInTheResult() {
    double parts =
        result.get("conversion").get("seconds").asDouble()
            + result.get("recovery").get("seconds").asDouble();
    assertThat(result.get("seconds").asDouble()).isGreaterThan(parts);
  }

  @Test
  void eachQueryReadsTheDimensionOfItsFilterAndHasTheSameAnswer() {
    assertThat(result.get("queries").findValuesAsText("name"))
        .containsExactly("page", "fortnight", "network", "both", "languages", "revenue");
    assertThat(result.get("queries").findValues("equal"))
        .allSatisfy(equal -> assertThat(equal.asBoolean()).isTrue());
    for (List<String> expected :
        List.of(
            List.of("page", "destURL"),
            List.of("fortnight", "visitDate"),
            List.of("network", "sourceIP"))) {
      JsonNode query = query(expected.get(0));
      assertThat(query.get("dimension").asText()).isEqualTo(expected.get(1));
      assertThat(query.get("bytesRead").asDouble() / query.get("bytesScan").asDouble())
          .as(expected.get(0))
          .isLessThan(0.3);
    }
  }

  @Test
  void groupingByADimensionShufflesNothing() {
    assertThat(query("revenue").get("shuffleBytes").asLong()).isZero();
    assertThat(query("revenue").get("shuffleBytesScan").asLong()).isPositive();
  }

  @Test
  void theReportShowsExtentsAndQueries() throws Exception {
    assertThat(Files.readString(DIR.resolve("report.html")))
        .contains("destURL, super-extent 0, extent 0", "fortnight", "rebuilt in place")
        .doesNotContain("{{");
  }

  private static JsonNode query(String name) {
    for (JsonNode query : result.get("queries")) {
      if (query.get("name").asText().equals(name)) {
        return query;
      }
    }
    throw new AssertionError("No query " + name);
  }
}
