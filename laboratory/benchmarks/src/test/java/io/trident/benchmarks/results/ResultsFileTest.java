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
package io.trident.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.core.model.Medium;
import io.trident.core.model.StorageTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {
  @TempDir private Path directory = Path.of("");

  /** A run of WordCount. */
  static PolicyRun run(String policy, int repetition, double seconds) {
    return new PolicyRun(
        "testbed",
        80,
        4,
        2,
        Map.of("memory", 3200.0, "ssd", 400.0),
        "wordcount",
        "small",
        320_000_000,
        policy,
        "none",
        repetition,
        seconds,
        3 * seconds,
        10,
        Map.of("memory-local", 7, "disk-rack", 3),
        null,
        null,
        1.5);
  }

  @Test
  void whatWasAppendedIsRead() throws IOException {
    ResultsFile file = new ResultsFile(directory.resolve("results/a.jsonl"));
    assertThat(file.read()).isEmpty();
    PolicyRun first = run("default", 1, 40.5);
    PolicyRun second = run("trident", 1, 20.25);
    file.append(first);
    file.append(second);
    assertThat(file.read()).containsExactly(first, second);
    assertThat(Files.readAllLines(directory.resolve("results/a.jsonl"))).hasSize(2);
  }

  @Test
  void engineAndPredictionsMemoryAndProcessorTimeAreReadToo() throws IOException {
    PolicyRun plain = run("trident", 1, 40.5);
    PolicyRun run =
        new PolicyRun(
            plain.source(),
            plain.scale(),
            plain.nodes(),
            plain.racks(),
            plain.rates(),
            "spark",
            plain.workload(),
            plain.profile(),
            plain.bytes(),
            plain.policy(),
            plain.prefetcher(),
            plain.repetition(),
            plain.seconds(),
            plain.taskSeconds(),
            plain.maps(),
            plain.locality(),
            8,
            1,
            2.5,
            List.of(new Prediction("wordcount: count", true, 40, 50)),
            6_000_000_000L,
            256,
            31.5,
            null);
    ResultsFile file = new ResultsFile(directory.resolve("predictions.jsonl"));
    file.append(plain);
    file.append(run);
    assertThat(file.read()).containsExactly(plain, run);
    assertThat(run.key())
        .isNotEqualTo(plain.key())
        .hasToString("wordcount (small) on spark, trident, repetition 1");
    assertThat(new Prediction("c", false, 40, 50).error()).isEqualTo(0.2);
    assertThat(new Prediction("c", false, 60, 50).error()).isEqualTo(0.2);
    assertThatThrownBy(() -> new Prediction("c", false, 60, 0)).hasMessageContaining("0.0 s");
  }

  @Test
  void aLineWithoutItsEndIsDropped() throws IOException {
    Path path = directory.resolve("torn.jsonl");
    ResultsFile file = new ResultsFile(path);
    file.append(run("default", 1, 40.5));
    Files.writeString(path, "{\"source\":\"testbed\",\"sca", StandardOpenOption.APPEND);
    assertThat(file.read()).hasSize(1);
    file.append(run("trident", 2, 1));
    assertThat(file.read()).containsExactly(run("default", 1, 40.5), run("trident", 2, 1));
  }

  @Test
  void damageIsNamedByLine() throws IOException {
    Path path = directory.resolve("damaged.jsonl");
    ResultsFile file = new ResultsFile(path);
    file.append(run("default", 1, 40.5));
    Files.writeString(path, "{\"source\":\"testbed\",\n", StandardOpenOption.APPEND);
    assertThatThrownBy(file::read)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Line 2 of " + path);
  }

  @Test
  void namesOfTheJson() throws IOException {
    Path path = directory.resolve("names.jsonl");
    new ResultsFile(path).append(run("default", 1, 2));
    assertThat(Files.readString(path))
        .isEqualTo(
            "{\"source\":\"testbed\",\"scale\":80.0,\"nodes\":4,\"racks\":2,"
                + "\"rates\":{\"memory\":3200.0,\"ssd\":400.0},"
                + "\"engine\":\"mapreduce\",\"workload\":\"wordcount\",\"profile\":\"small\",\"bytes\":320000000,"
                + "\"policy\":\"default\",\"prefetcher\":\"none\",\"repetition\":1,"
                + "\"seconds\":2.0,\"taskSeconds\":6.0,\"maps\":10,"
                + "\"locality\":{\"disk-rack\":3,\"memory-local\":7},\"schedulerMs\":1.5}\n");
  }

  @Test
  void linesFromBeforeThereWereEnginesAreOfMapReduce() throws IOException {
    Path path = directory.resolve("old.jsonl");
    ResultsFile file = new ResultsFile(path);
    file.append(run("default", 1, 2));
    String line = Files.readString(path);
    String old = line.replace("\"engine\":\"mapreduce\",", "");
    assertThat(old).isNotEqualTo(line);
    Files.writeString(path, old);
    assertThat(file.read()).containsExactly(run("default", 1, 2));
    Files.writeString(path, line.replace("mapreduce", "spark"));
    assertThat(file.read()).extracting(PolicyRun::engine).containsExactly("spark");
  }

  @Test
  void membersOfLaterVersionsAreIgnoredAndMissingTextIsRefused() throws IOException {
    Path path = directory.resolve("versions.jsonl");
    ResultsFile file = new ResultsFile(path);
    file.append(run("default", 1, 2));
    String line = Files.readString(path);
    Files.writeString(path, line.replace("\"nodes\"", "\"colour\":\"red\",\"nodes\""));
    assertThat(file.read()).containsExactly(run("default", 1, 2));
    Files.writeString(path, line.replace("\"policy\"", "\"pollicy\""));
    assertThatThrownBy(file::read).hasMessageContaining("policy");
  }

  @Test
  void placesHaveLabels() {
    assertThat(ReadFrom.all())
        .extracting(ReadFrom::label)
        .containsExactly(
            "memory-local",
            "ssd-local",
            "disk-local",
            "memory-rack",
            "ssd-rack",
            "disk-rack",
            "memory-remote",
            "ssd-remote",
            "disk-remote");
    assertThat(Medium.of(StorageTier.NVDIMM)).isEqualTo(Medium.MEMORY);
    assertThat(Medium.of(StorageTier.ARCHIVE)).isEqualTo(Medium.DISK);
    PolicyRun run = run("default", 1, 2);
    assertThat(run.readFrom(new ReadFrom(Medium.MEMORY, Distance.LOCAL))).isEqualTo(7);
    assertThat(run.readFrom(new ReadFrom(Medium.SSD, Distance.LOCAL))).isZero();
  }

  @Test
  void aRunHasAKeyThatReadsWell() {
    assertThat(run("default", 2, 3).key())
        .isEqualTo(new RunKey("mapreduce", "wordcount", "small", "default", "none", 2))
        .hasToString("wordcount (small), default, repetition 2");
    RunKey oracle = new RunKey("spark", "wordcount", "small", "default", "oracle", 2);
    assertThat(oracle)
        .hasToString("wordcount (small) on spark, default with prefetcher oracle, repetition 2");
    assertThat(oracle.withoutPrefetcher())
        .isEqualTo(new RunKey("spark", "wordcount", "small", "default", "none", 2));
    assertThatThrownBy(() -> run("default", 0, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> run("default", 1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
