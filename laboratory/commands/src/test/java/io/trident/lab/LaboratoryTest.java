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
package io.trident.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.cli.Main;
import io.trident.cli.SubCommand;
import io.trident.lab.launch.LaboratoryCommands;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class LaboratoryTest {
  private static final List<String> REGISTERED =
      new LaboratoryCommands().all().stream().map(SubCommand::name).toList();

  @Test
  void theCommandsOfTheLaboratoryAreTheRegisteredOnes() {
    List<String> commands = new ArrayList<>(Laboratory.commandLine().getSubcommands().keySet());
    commands.removeAll(Main.commandLine(List.of()).getSubcommands().keySet());
    assertThat(commands).isEqualTo(REGISTERED);
  }

  @Test
  void theOperatorsCommandListsThem() {
    CommandLine operators = Main.commandLine();
    assertThat(operators.getSubcommands()).containsKeys(REGISTERED.toArray(String[]::new));
    for (SubCommand command : new LaboratoryCommands().all()) {
      assertThat(operators.getUsageMessage()).contains(command.name() + " ");
      assertThat(operators.getSubcommands())
          .hasEntrySatisfying(
              command.name(),
              listed ->
                  assertThat(listed.getUsageMessage())
                      .contains(command.summary().split(" ")[0], command.name() + " --help"));
    }
  }

  @Test
  void everyCommandHasHelpAndADescription() {
    assertHelp(Laboratory.commandLine());
  }

  private static void assertHelp(CommandLine command) {
    assertThat(command.getUsageMessage())
        .as(command.getCommandName())
        .contains("Usage:")
        .contains(command.getCommandName());
    assertThat(command.getCommandSpec().usageMessage().description())
        .as("description of " + command.getCommandName())
        .isNotEmpty();
    command.getSubcommands().values().forEach(LaboratoryTest::assertHelp);
  }
}
