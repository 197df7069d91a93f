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
import java.io.PrintWriter;

/** Writes one answer for each instance, in order, and remembers whether all could be decided. */
final class Answers {
  private final OutputFormat format;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean allDecided = true;

  Answers(OutputFormat format, PrintWriter out, PrintWriter err) {
    this.format = format;
    this.out = out;
    this.err = err;
  }

  /** Takes one decision. It reports what is wrong with its instance by exceptions of the JDK. */
  @FunctionalInterface
  interface Decision<A> {
    A take() throws IOException;
  }

  /** The answer to an instance that cannot be decided. */
  record Failure(String error) {
    @Override
    public String toString() {
      return "error: " + error;
    }
  }

  /**
   * Writes what the decision gives, or what is wrong with its instance, on both streams.
   *
   * @param place where the instance is, such as {@code "line 3: "}; may be empty
   */
  <A> void answer(String place, Decision<A> decision) throws IOException {
    Object answer;
    try {
      answer = decision.take();
    } catch (IllegalArgumentException | ArithmeticException e) {
      Failure failure = new Failure(place + e.getMessage());
      err.println("trident: " + failure.error());
      allDecided = false;
      answer = failure;
    }
    out.println(format.render(answer));
    out.flush();
  }

  /** Returns the exit code: 0, or 1 if an instance could not be decided. */
  int exitCode() {
    return allDecided ? 0 : 1;
  }
}
