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
package io.trident.lab.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command of {@code bin/trident} in a process of its own, as an operator runs it.
 *
 * @param configuration directory of the configuration of the cluster that it asks
 * @param arguments what follows {@code bin/trident}
 */
public record OperatorCommand(Path configuration, List<String> arguments) {
  private static final String NAMES = "jdk.net.hosts.file";

  /** Copies the list. */
  public OperatorCommand {
    arguments = List.copyOf(arguments);
  }

  /**
   * Runs it.
   *
   * @param log what it prints is appended to this file
   * @return its exit code
   * @throws IOException if it cannot be started
   */
  public int run(Path log) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(SourceCheckout.ofThisProgram().root().resolve("bin").resolve("trident").toString());
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("HADOOP_CONF_DIR", configuration.toString());
    String names = System.getProperty(NAMES);
    if (names != null) { // it finds nodes as this JVM does
      builder.environment().put("TRIDENT_OPTS", "-D%s=%s".formatted(NAMES, names));
    }
    return new ChildProcess(builder).run(log);
  }
}
