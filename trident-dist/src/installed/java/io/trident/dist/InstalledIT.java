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
package io.trident.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.Rates;
import io.trident.testbed.Testbed;
import io.trident.testbed.VolumeSizes;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Daemons and commands from stock jars, with the tarball's jars where docs/install.md puts them.
 */
class InstalledIT {
  private static final int BLOCKS = 6;
  private static final int BLOCK_BYTES = 1 << 20;
  private static final String COUNTERS = "io.trident.mapreduce.TridentCounter";

  private final Path directory = Path.of("target", "installed").toAbsolutePath();

  @AfterEach
  void down() throws Exception {
    Testbed.at(directory).down(step -> {});
  }

  @Test
  void aJobReadsFromMemoryAtTheOptimum() throws Exception {
    Testbed testbed = Testbed.at(directory);
    Layout layout =
        new Layout(
            "installed",
            215,
            Isolation.LOOPBACK,
            3,
            2,
            4,
            Rates.TYPICAL,
            1,
            new VolumeSizes(64, 256, 1024, 0));
    testbed.up(new Testbed.Description(layout, Map.of(), null), step -> {});

    Path words =
        Files.writeString(
            directory.resolve("words"), "one two two\n".repeat(BLOCKS * BLOCK_BYTES / 12));
    run(
        testbed,
        "hdfs",
        "dfs",
        "-Ddfs.blocksize=" + BLOCK_BYTES,
        "-put",
        words.toString(),
        "/words");
    assertThat(run(testbed, "hdfs", "fsck", "/words", "-files", "-blocks", "-locations"))
        .contains("NVDIMM", "SSD", "DISK");

    String job =
        run(
            testbed,
            "env",
            "HADOOP_CLASSPATH=" + ofThisTest(),
            "hadoop",
            InstalledWordCount.class.getName(),
            "-Dmapreduce.framework.name=trident-yarn",
            "-Dtrident.mapreduce.am-jar=",
            "/words",
            "/counts");
    Matcher id = Pattern.compile("job_\\d+_\\d+").matcher(job);
    assertThat(id.find()).as(job).isTrue();

    assertThat(run(testbed, "hdfs", "dfs", "-cat", "/counts/part-r-00000"))
        .contains("one\t", "two\t");
    assertThat(counter(testbed, id.group(), "MEMORY_LOCAL_MAPS")).isEqualTo(BLOCKS);
    assertThat(counter(testbed, id.group(), "ASSIGNMENT_COST"))
        .isPositive()
        .isEqualTo(counter(testbed, id.group(), "OPTIMAL_COST"));
  }

  /** Returns a counter of a job that has ended. */
  private long counter(Testbed testbed, String job, String name) throws Exception {
    List<String> lines =
        run(testbed, "mapred", "job", "-counter", job, COUNTERS, name)
            .lines()
            .filter(line -> line.matches("\\d+"))
            .toList();
    assertThat(lines).hasSize(1);
    return Long.parseLong(lines.get(0));
  }

  private static Path ofThisTest() throws Exception {
    return Path.of(InstalledWordCount.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Returns all that a command prints, which must succeed; found on the PATH of the master. */
  private String run(Testbed testbed, String... command) throws Exception {
    File output = new File("target", "installed-command.out");
    List<String> onPath = new ArrayList<>(List.of("sh", "-c", "exec \"$@\"", "sh"));
    onPath.addAll(List.of(command));
    Process process =
        testbed.on("master", onPath).redirectErrorStream(true).redirectOutput(output).start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(String.join(" ", command)).isTrue();
    String printed = Files.readString(output.toPath());
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
