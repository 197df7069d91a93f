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
package io.trident.benchmarks.swim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayDirectoryTest {
  @TempDir private Path root = Path.of("");

  private ReplayDirectory directory() throws IOException {
    return new ReplayDirectory(
        FileSystem.getLocal(new Configuration(false)),
        new org.apache.hadoop.fs.Path(root.resolve("swim").toUri()));
  }

  private static ReplayWorkload workload() {
    SwimTrace trace =
        new SwimTrace(
            "FB.tsv",
            List.of(
                new SwimJob("a", 0, 10, 2, 3, "/in", "/out"),
                new SwimJob("b", 7, 200_000, 0, 0, "/out", "")));
    return new ReplayWorkload(trace, "data 1:10", 16, 1 << 20, 1 << 21);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    directory().write(workload());

    assertThat(directory().read()).isEqualTo(workload());
    directory().write(workload()); // the same again is no error
    assertThat(directory().read().describe()).isEqualTo("data 1:10; sizes of bytes 1:16.0");
  }

  @Test
  void timesAreWholeSecondsAndStillTheSame() throws IOException {
    ReplayWorkload odd =
        new ReplayWorkload(
            new SwimTrace("odd", List.of(new SwimJob("a", 1.4, 1, 0, 0, "", ""))), "", 1, 1, 1);
    directory().write(odd);
    directory().write(odd);

    assertThat(directory().read().trace().jobs().get(0).submitSeconds()).isEqualTo(1);
  }

  @Test
  void anotherWorkloadIsNotOverwritten() throws IOException {
    directory().write(workload());
    ReplayWorkload other =
        new ReplayWorkload(workload().trace(), "data 1:10", 32, 1 << 20, 1 << 21);

    assertThatThrownBy(() -> directory().write(other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has another workload (FB.tsv, data 1:10; sizes of bytes 1:16.0)");
    assertThat(directory().read()).isEqualTo(workload());
  }

  @Test
  void whatIsMissingOrDamagedIsReported() throws IOException {
    assertThatThrownBy(() -> directory().read())
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("bin/trident swim prepare");
    directory().write(workload());
    FileSystem files = directory().files();
    try (OutputStream out =
        files.create(
            new org.apache.hadoop.fs.Path(directory().root(), "workload.properties"), true)) {
      out.write('\n');
    }

    assertThatThrownBy(() -> directory().read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is damaged");
  }

  @Test
  void inputIsWrittenOnceAndWhatIsMissingAgain() throws IOException {
    FileSystem files = directory().files();
    org.apache.hadoop.fs.Path placed = directory().placed("tiered");
    ReplayWorkload workload =
        Traces.workload(
            Traces.job("a", 0, "/x", 100_000, ""),
            Traces.job("b", 1, "/y", 65_536, ""),
            Traces.job("c", 2, "/z", 0, ""));
    List<Long> progress = new ArrayList<>();

    assertThat(
            new InputFiles(files, 2)
                .write(workload, placed, (written, of) -> progress.add(of - written)))
        .isEqualTo(165_536);
    assertThat(progress).hasSize(3).endsWith(0L);
    for (Map.Entry<String, Long> input : workload.inputs().entrySet()) {
      org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(placed, input.getKey());
      assertThat(files.getFileStatus(file).getLen()).isEqualTo(input.getValue());
    }
    assertThat(new InputFiles(files, 2).write(workload, placed, (written, of) -> {})).isZero();

    org.apache.hadoop.fs.Path damaged = new org.apache.hadoop.fs.Path(placed, "input/000001");
    try (OutputStream out = files.create(damaged, true)) {
      out.write(1);
    }
    assertThat(new InputFiles(files, 2).write(workload, placed, (written, of) -> {}))
        .isEqualTo(65_536);
    assertThat(files.getFileStatus(damaged).getLen()).isEqualTo(65_536);
    assertThat(files.listStatus(damaged.getParent())).hasSize(3);
  }

  @Test
  void moreThanThereIsRoomForIsNotBegun() throws IOException {
    SwimTrace trace = new SwimTrace("huge", List.of(Traces.job("a", 0, "/x", 1L << 55, "")));
    ReplayWorkload huge = new ReplayWorkload(trace, "", 1, 1L << 40, 1L << 40);

    assertThatThrownBy(
            () ->
                new InputFiles(directory().files(), 1)
                    .write(huge, directory().placed("tiered"), (written, of) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("--data-scale");
    assertThat(directory().files().exists(directory().placed("tiered"))).isFalse();
  }
}
