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
package io.trident.cli.layout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Dimensions as the options have them. */
final class Dimensions {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String HASH = ":hash";

  private Dimensions() {}

  /**
   * Returns the dimensions.
   *
   * @param by columns, with {@code :hash} behind those that are partitioned so
   * @param boundaries {@code column=v1,v2}, or names of files
   * @throws IOException if a file cannot be read, or is no JSON
   * @throws IllegalArgumentException if there are boundaries of a column that is no dimension, or
   *     partitioned by hash
   */
  static List<By> of(List<String> by, List<String> boundaries) throws IOException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String one : boundaries) {
      int equals = one.indexOf('=');
      if (equals > 0) {
        values.put(one.substring(0, equals), List.of(one.substring(equals + 1).split(",", -1)));
      } else {
        values.putAll(read(Path.of(one)));
      }
    }
    List<By> dimensions = new ArrayList<>();
    for (String one : by) {
      boolean isHash = one.endsWith(HASH);
      String column = isHash ? one.substring(0, one.length() - HASH.length()) : one;
      dimensions.add(
          new By(
              column,
              isHash ? Partition.HASH : Partition.RANGE,
              Optional.ofNullable(values.remove(column))));
    }
    if (!values.isEmpty()) {
      throw new IllegalArgumentException(
          "--boundaries has the columns %s, which --by has not.".formatted(values.keySet()));
    }
    return dimensions;
  }

  private static Map<String, List<String>> read(Path file) throws IOException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    try {
      JsonNode root = MAPPER.readTree(Files.readString(file));
      for (Map.Entry<String, JsonNode> column : root.properties()) {
        List<String> texts = new ArrayList<>();
        if (!column.getValue().isArray()) {
          throw malformed(file);
        }
        column.getValue().forEach(value -> texts.add(value.asText()));
        values.put(column.getKey(), texts);
      }
    } catch (JsonProcessingException e) {
      throw malformed(file);
    }
    return values;
  }

  private static IOException malformed(Path file) {
    return new IOException(
        "%s has no boundaries; write {\"COLUMN\": [\"V1\", \"V2\"]}.".formatted(file));
  }
}
