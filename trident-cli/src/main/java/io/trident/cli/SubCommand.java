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

import java.io.IOException;
import java.util.List;

/**
 * A sub-command of {@code trident} that another module brings and that parses its own arguments.
 */
public interface SubCommand {
  /** Returns the word that names it. */
  String name();

  /** Returns what it does, in one or two sentences, for the list of all commands. */
  String summary();

  /**
   * Runs it.
   *
   * @param arguments all that the user gave, without the name; {@code --help} may be among them
   * @return the exit code of the process
   */
  int run(List<String> arguments) throws IOException, InterruptedException;
}
