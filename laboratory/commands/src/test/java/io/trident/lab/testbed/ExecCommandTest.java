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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ExecCommandTest {
  @Command(name = "testbed", subcommands = ExecCommand.class)
  private static final class Parent {}

  @Test
  void optionsAfterTheCommandAreTheCommands() {
    assertThat(words("exec", "hdfs", "dfs", "-ls", "/")).containsExactly("hdfs", "dfs", "-ls", "/");
    assertThat(words("exec", "--node", "node3", "bash", "-c", "hostname", "--node"))
        .containsExactly("bash", "-c", "hostname", "--node");
    assertThat(words("exec", "--", "ls", "--all")).containsExactly("ls", "--all");
  }

  private static List<String> words(String... arguments) {
    return new CommandLine(new Parent())
        .parseArgs(arguments)
        .subcommand()
        .matchedPositional(0)
        .stringValues();
  }
}
