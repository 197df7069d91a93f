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
package io.trident.cli.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Names a task: {@code 3/17}, or {@code 3.1/17} in the stage's second attempt.
 *
 * @param stage identifier of the stage
 * @param attempt number of the stage's attempt
 * @param index index of the task in the stage
 */
record TaskId(int stage, int attempt, int index) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?/(\\d{1,9})");

  @Override
  public String toString() {
    return stage + (attempt == 0 ? "" : "." + attempt) + "/" + index;
  }

  /** Reads it from the command line. */
  static final class Converter implements ITypeConverter<TaskId> {
    @Override
    public TaskId convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'%s' names no task; give STAGE/TASK or STAGE.ATTEMPT/TASK, such as 3/17."
                .formatted(text));
      }
      String attempt = matcher.group(2);
      return new TaskId(
          Integer.parseInt(matcher.group(1)),
          attempt == null ? 0 : Integer.parseInt(attempt),
          Integer.parseInt(matcher.group(3)));
    }
  }
}
