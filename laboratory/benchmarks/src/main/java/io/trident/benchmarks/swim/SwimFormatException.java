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
package io.trident.benchmarks.swim;

import java.io.IOException;

/** A file that is no SWIM trace; the message names file, line and remedy. */
public final class SwimFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int line;

  SwimFormatException(String source, int line, String what) {
    super("%s, line %d: %s".formatted(source, line, what));
    this.line = line;
  }

  /** Returns the line that is wrong, from 1. */
  public int line() {
    return line;
  }
}
