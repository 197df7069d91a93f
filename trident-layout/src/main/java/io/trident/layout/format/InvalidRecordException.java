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
package io.trident.layout.format;

import java.io.IOException;

/** Bytes that are no row of the table. */
public final class InvalidRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Reports what is wrong, and the remedy. */
  public InvalidRecordException(String detail) {
    super(detail);
  }

  /** Returns this error with the place of the row. */
  public InvalidRecordException at(String file, long offset) {
    InvalidRecordException placed =
        new InvalidRecordException("%s, offset %d: %s".formatted(file, offset, getMessage()));
    placed.initCause(this);
    return placed;
  }

  /** A value that cannot be parsed; the message has its first characters. */
  public static InvalidRecordException ofValue(Column column, String value) {
    int shown = 40;
    String text = value.length() > shown ? value.substring(0, shown) + "..." : value;
    return new InvalidRecordException(
        "column %s has the value '%s', which is no %s; correct it, or set the option invalid=null."
            .formatted(column.name(), text, column.type()));
  }
}
