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
package io.trident.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class MainTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void everyCommandHasHelpAndADescription() {
    assertHelp(Main.commandLine());
  }

  private static void assertHelp(CommandLine command) {
    assertThat(command.getUsageMessage())
        .as(command.getCommandName())
        .contains("Usage:")
        .contains(command.getCommandName());
    assertThat(command.getCommandSpec().usageMessage().description())
        .as("description of " + command.getCommandName())
        .isNotEmpty();
    command.getSubcommands().values().forEach(MainTest::assertHelp);
  }

  @Test
  void helpOptionWorksAtEveryLevel() {
    assertThat(CommandRun.of("--help").exitCode()).isZero();
    assertThat(CommandRun.of("whatif", "--help").out()).contains("match").contains("allocate");
    assertThat(CommandRun.of("whatif", "match", "--help").out()).contains("--repeat");
  }

  @Test
  void theVersionIsThatOfTheBuild() {
    CommandRun run = CommandRun.of("--version");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().strip()).matches("trident \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
  }

  @Test
  void aFileThatMayNotBeReadIsNamedWithTheReason() throws IOException {
    CommandRun run = CommandRun.of("whatif", "match", directory.toString());
    assertThat(run.err()).contains(directory + " is a directory; give a file.");
    Path file = Files.createFile(directory.resolve("empty"));
    assertThat(CommandRun.of("whatif", "match", file.toString()).err())
        .contains("There is no instance in " + file);
    assertThat(Failures.message(new AccessDeniedException("/x"))).contains("No permission for /x.");
    assertThat(Failures.message(new NoSuchFileException("/x"))).contains("There is no file /x.");
    assertThat(Failures.message(new FileAlreadyExistsException("/x")))
        .contains("/x exists already");
  }

  @Test
  void wrongUsageIsExitCodeTwo() {
    CommandRun run = CommandRun.of("wahtif");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("whatif");
  }

  @Test
  void aFailureIsOneLineAndExitCodeOne() {
    CommandRun run = CommandRun.of("whatif", "match", directory.resolve("absent").toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("There is no file").contains("absent");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void verboseShowsTheStackTrace() {
    CommandRun run =
        CommandRun.of("--verbose", "whatif", "match", directory.resolve("absent").toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("NoSuchFileException").contains("\tat ");
  }

  @Test
  void withoutTheLaboratoryItsCommandsReferToTheSourceCheckout() {
    for (String name : List.of("demo", "simulate", "figures", "workload", "swim", "testbed")) {
      CommandRun run = CommandRun.of(name, "--engine", "spark", "--help");
      assertThat(run.exitCode()).as(name).isEqualTo(1);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains("source checkout", "bin/trident " + name);
      assertThat(CommandRun.of("--help").out()).doesNotContain("  " + name + " ");
    }
  }

  /** Takes what it is given, and returns how much that is. */
  private record Counting(List<String> given) implements SubCommand {
    @Override
    public String name() {
      return "count";
    }

    @Override
    public String summary() {
      return "Counts.";
    }

    @Override
    public int run(List<String> arguments) {
      given.addAll(arguments);
      return 40 + arguments.size();
    }
  }

  @Test
  void aSubCommandOfAnotherModuleGetsAllItsArgumentsAsTheyAre() {
    List<String> given = new ArrayList<>();
    CommandLine trident = Main.commandLine(List.of(Forward.spec(new Counting(given))));
    String[] line = {"--verbose", "count", "--help", "-x", "a b", "--", "--engine=spark", "-V"};
    assertThat(trident.execute(line)).isEqualTo(47);
    assertThat(given)
        .containsExactly("--verbose", "--help", "-x", "a b", "--", "--engine=spark", "-V");
  }

  @Test
  void helpBeforeASubCommandOfAnotherModuleIsThatOfTrident() {
    List<String> given = new ArrayList<>();
    StringWriter out = new StringWriter();
    CommandLine trident = Main.commandLine(List.of(Forward.spec(new Counting(given))));
    assertThat(trident.setOut(new PrintWriter(out)).execute("--help", "count")).isZero();
    assertThat(given).isEmpty();
    assertThat(out.toString()).contains("Usage: trident", "Counts.");
  }

  @Test
  void whatIsBuiltForArgumentsUnderstandsThem() {
    for (String[] line :
        new String[][] {
          {"keys", "--markdown"},
          {"--verbose", "whatif", "match", "--repeat=2", "-"},
          {"help", "report"},
          {"tiers", "demo", "--help"}
        }) {
      CommandLine.ParseResult parsed = Main.commandLineFor(List.of(line)).parseArgs(line);
      assertThat(parsed.unmatched()).as(List.of(line).toString()).isEmpty();
      assertThat(parsed.hasSubcommand()).isTrue();
      assertThat(parsed.subcommand().commandSpec().userObject()).isNotNull();
    }
  }

  @Test
  void whatIsBuiltForNoCommandListsAllWithTheirDescriptions() {
    String all = Main.commandLine().getUsageMessage();
    assertThat(Main.commandLineFor(List.of("--help")).getUsageMessage()).isEqualTo(all);
    assertThat(Main.commandLineFor(List.of("keys")).getUsageMessage()).isEqualTo(all);
  }
}
