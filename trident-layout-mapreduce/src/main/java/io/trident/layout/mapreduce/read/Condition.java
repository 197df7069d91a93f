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
package io.trident.layout.mapreduce.read;

import io.trident.core.layout.selection.Interval;
import io.trident.core.layout.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * A comparison of a column with a value. As in SQL a null matches none.
 *
 * @param value not null
 */
record Condition(String column, Operator operator, Value value) {
  /** How values are compared. */
  enum Operator {
    EQUAL("="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    static Operator parse(String text) {
      for (Operator one : values()) {
        if (one.text.equals(text)) {
          return one;
        }
      }
      throw new IllegalArgumentException("There is no operator " + text);
    }
  }

  /** Returns whether a key matches. */
  boolean matches(Value key) {
    int order = key.compareTo(value);
    return !key.equals(Value.NULL)
        && switch (operator) {
          case EQUAL -> order == 0;
          case LESS -> order < 0;
          case AT_MOST -> order <= 0;
          case GREATER -> order > 0;
          case AT_LEAST -> order >= 0;
        };
  }

  /** Returns intervals in which all keys are that match. */
  List<Interval> intervals() {
    return List.of(
        switch (operator) {
          case EQUAL -> Interval.of(value);
          case LESS, AT_MOST -> new Interval(Optional.empty(), Optional.of(value));
          case GREATER, AT_LEAST -> Interval.from(value);
        });
  }
}
