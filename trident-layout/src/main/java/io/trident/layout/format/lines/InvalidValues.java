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
package io.trident.layout.format.lines;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.FormatOptions;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.ValueText;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What becomes of values that cannot be parsed: the option {@code invalid}. */
enum InvalidValues {
  FAIL,
  NULL;

  private static final String OPTION = "invalid";

  static InvalidValues of(FormatOptions options) {
    return options.oneOf(OPTION, "fail", "null").equals("null") ? NULL : FAIL;
  }

  /** Returns options with which they are null. */
  static Map<String, String> asNull(Map<String, String> options) {
    Map<String, String> tolerant = new HashMap<>(options);
    tolerant.put(OPTION, "null");
    return Map.copyOf(tolerant);
  }

  /** Returns null, or throws the error. */
  Value orNull(InvalidRecordException error) throws InvalidRecordException {
    if (this == FAIL) {
      throw error;
    }
    return Value.NULL;
  }

  /** Parses a value. */
  Value parse(Column column, byte[] text, ValueText values) throws InvalidRecordException {
    Optional<Value> value = values.parse(column.type(), text);
    return value.isPresent()
        ? value.get()
        : orNull(InvalidRecordException.ofValue(column, new String(text, StandardCharsets.UTF_8)));
  }
}
