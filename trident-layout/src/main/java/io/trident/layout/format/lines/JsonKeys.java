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

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.ValueText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Takes keys from objects of JSON. A member that is there twice is an error: readers differ in
 * which they take.
 *
 * @param columns the key columns, named by path
 */
record JsonKeys(List<Column> columns, LineEnd lineEnd, InvalidValues invalid, ValueText values)
    implements LineFormat.KeyExtractor {

  /** Strings as long as a row may be; the other limits of Jackson stay, nesting above all. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  @Override
  public List<Value> keys(byte[] record) throws InvalidRecordException {
    int length = lineEnd.contentLength(record);
    if (length == 0) {
      return Collections.nCopies(columns.size(), Value.NULL);
    }
    try (JsonParser parser = FACTORY.createParser(record, 0, length)) {
      return keys(parser);
    } catch (JsonProcessingException e) {
      return allOrError("it is no JSON: " + e.getOriginalMessage());
    } catch (InvalidRecordException e) {
      throw e;
    } catch (IOException e) { // such as bytes that are no UTF-8
      return allOrError("it is no JSON: " + e.getMessage());
    }
  }

  private List<Value> allOrError(String detail) throws InvalidRecordException {
    return Collections.nCopies(columns.size(), invalid.orNull(new InvalidRecordException(detail)));
  }

  private List<Value> keys(JsonParser parser) throws IOException {
    List<Value> found = new ArrayList<>(Collections.nCopies(columns.size(), Value.NULL));
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return allOrError("it is no object of JSON.");
    }
    object(parser, "", found);
    return parser.nextToken() == null ? found : allOrError("more follows after the object.");
  }

  /** Reads the members of an object to its end. */
  private void object(JsonParser parser, String path, List<Value> found) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = path + parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT && isWithin(name)) {
        object(parser, name + ".", found);
        continue;
      }
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).name().equals(name)) {
          found.set(i, value(parser, token, columns.get(i)));
        }
      }
      parser.skipChildren();
    }
  }

  private boolean isWithin(String name) {
    return columns.stream().anyMatch(column -> column.name().startsWith(name + "."));
  }

  private Value value(JsonParser parser, JsonToken token, Column column) throws IOException {
    if (token == JsonToken.VALUE_NULL) {
      return Value.NULL;
    } else if (token.isStructStart()) {
      throw new InvalidRecordException(
          "column %s is an object or array; take one of its members for a key, such as %s.name."
              .formatted(column.name(), column.name()));
    }
    String text = parser.getText();
    if (!isOfType(token, text, column.type().kind())) {
      return invalid.orNull(InvalidRecordException.ofValue(column, text));
    }
    return invalid.parse(column, text.getBytes(StandardCharsets.UTF_8), values);
  }

  private static boolean isOfType(JsonToken token, String text, ColumnType.Kind kind) {
    return switch (kind) {
      case STRING -> true;
      case BOOLEAN -> token.isBoolean();
      case INT, LONG -> token == JsonToken.VALUE_NUMBER_INT;
      case FLOAT, DOUBLE -> token.isNumeric() || isNoNumber(text);
      case DECIMAL -> token.isNumeric();
      case DATE, TIMESTAMP -> token == JsonToken.VALUE_STRING;
    };
  }

  private static boolean isNoNumber(String text) {
    return List.of("NaN", "Infinity", "-Infinity").contains(text);
  }
}
