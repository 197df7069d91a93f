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
package io.trident.lab.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.lab.Laboratory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FiguresCommandTest {
  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void drawsWhatTheCommandLineCanDraw() {
    int exit = run("figures", "18", "--source=simulator", "--out=" + directory);

    assertThat(err).hasToString("");
    assertThat(exit).isZero();
    assertThat(out.toString().trim()).isEqualTo(directory.resolve("figures.md").toString());
    assertThat(directory.resolve("figure-18.png")).isNotEmptyFile();
    assertThat(directory.resolve("figure-18.svg")).isNotEmptyFile();
    assertThat(directory.resolve("figures.md")).content().contains("only 240 ms");
  }

  @Test
  void wrongUsageIsNamed() {
    assertThat(run("figures", "8")).isEqualTo(2);
    assertThat(err.toString()).contains("There is no figure '8'; give all, 9 to 18, or table4.");

    assertThat(run("figures", "9", "--repetitions=0")).isEqualTo(2);
    assertThat(err.toString()).contains("0 repetitions; give at least one.");
  }

  private int run(String... arguments) {
    CommandLine command = Laboratory.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }
}
