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

/** A sub-command of the laboratory in an installation that has none: refers to where it is. */
record AbsentSubCommand(String name) implements SubCommand {
  /** Names of the laboratory's sub-commands. */
  static final List<String> NAMES =
      List.of("demo", "simulate", "figures", "workload", "swim", "testbed");

  @Override
  public String summary() {
    return "Part of the laboratory, which is in Trident's source checkout.";
  }

  @Override
  public int run(List<String> arguments) throws IOException {
    throw new IOException(
        "'trident %s' is part of the laboratory, which is not installed here. Run it in a source checkout of Trident: bin/trident %s"
            .formatted(name, name));
  }
}
