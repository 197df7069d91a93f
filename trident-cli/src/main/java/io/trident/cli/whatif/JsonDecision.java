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
package io.trident.cli.whatif;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Answers a file of instances.
 *
 * @param <I> an instance
 * @param <A> an answer
 */
abstract class JsonDecision<I, A> implements Callable<Integer> {
  private final Class<I> type;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "JSON lines, one instance a line; - reads standard input.")
  private Path file = Path.of("-");

  JsonDecision(Class<I> type) {
    this.type = type;
  }

  /**
   * Decides one.
   *
   * @throws IllegalArgumentException if it cannot be decided
   */
  abstract A decide(I instance);

  /** Returns how answers are written. */
  OutputFormat output() {
    return OutputFormat.JSON;
  }

  @Override
  public final Integer call() throws IOException {
    CommandSpec command = Fields.require(spec, "spec");
    Answers answers =
        new Answers(output(), command.commandLine().getOut(), command.commandLine().getErr());
    JsonLines.answer(file, type, this::decide, answers);
    return answers.exitCode();
  }
}
