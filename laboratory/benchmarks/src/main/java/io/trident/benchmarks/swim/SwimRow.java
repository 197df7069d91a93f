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

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One line of a SWIM file.
 *
 * @param source the file, for errors
 * @param number of the line, from 1
 * @param cells its columns, without blanks around them
 */
record SwimRow(String source, int number, List<String> cells) {
  private static final int PLAIN = 6;
  private static final int MOST = 9;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Digits of a number before its point that are worth a look. */
  private static final int DIGITS = 20;

  SwimRow {
    cells = List.copyOf(cells);
  }

  static SwimRow of(String source, int number, String line) {
    String text = line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
    String content = text.isBlank() || text.strip().startsWith("#") ? "" : text;
    return new SwimRow(
        source,
        number,
        content.isEmpty()
            ? List.of()
            : Arrays.stream(content.split(separator(content), -1)).map(String::strip).toList());
  }

  private static String separator(String line) {
    for (String one : List.of("\t", ",", ";")) {
      if (line.contains(one)) {
        return one;
      }
    }
    return "\\s+";
  }

  /** Returns whether it is a blank line or a comment. */
  boolean isEmpty() {
    return cells.isEmpty();
  }

  /** Returns whether each column of numbers has a word instead. */
  boolean isOfHeadings() {
    return cells.size() >= PLAIN
        && IntStream.range(1, PLAIN)
            .allMatch(i -> cells.get(i).codePoints().anyMatch(Character::isLetter))
        && IntStream.range(1, PLAIN).noneMatch(i -> decimal(cells.get(i)).isPresent());
  }

  SwimJob job() throws SwimFormatException {
    boolean hasMore = cells.stream().skip(MOST).anyMatch(cell -> !cell.isEmpty());
    if (cells.size() < PLAIN || hasMore) {
      throw new SwimFormatException(
          source,
          number,
          "%d columns; a row has %d to %d, separated by tabs: job id, seconds of submission, seconds"
                  .formatted(cells.size(), PLAIN, MOST)
              + " since the one before, bytes of input, of shuffle, of output, input path, output"
              + " path.");
    }
    String name = cells.get(0);
    if (name.isEmpty()) {
      throw new SwimFormatException(source, number, "no job id in column 1; give each row one.");
    }
    number(3, "seconds since the submission before");
    return new SwimJob(
        name,
        number(2, "seconds of submission").doubleValue(),
        bytes(4, "bytes of map input"),
        bytes(5, "bytes of shuffle"),
        bytes(6, "bytes of output"),
        path(7),
        path(8));
  }

  private long bytes(int column, String what) throws SwimFormatException {
    BigDecimal value = number(column, what).setScale(0, RoundingMode.HALF_UP);
    if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw wrong(column, what);
    }
    return value.longValue();
  }

  private BigDecimal number(int column, String what) throws SwimFormatException {
    BigDecimal value = decimal(cells.get(column - 1)).orElseThrow(() -> wrong(column, what));
    if (value.signum() < 0 || (long) value.precision() - value.scale() > DIGITS) {
      throw wrong(column, what);
    }
    return (long) value.precision() - value.scale() < -DIGITS ? BigDecimal.ZERO : value;
  }

  private static Optional<BigDecimal> decimal(String text) {
    try {
      return Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private SwimFormatException wrong(int column, String what) {
    return new SwimFormatException(
        source,
        number,
        "'%s' in column %d; %s are a number that is not negative, of at most 2^63."
            .formatted(cells.get(column - 1), column, what));
  }

  private String path(int column) {
    return column <= cells.size() ? cells.get(column - 1) : "";
  }
}
