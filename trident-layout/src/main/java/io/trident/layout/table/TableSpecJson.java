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
package io.trident.layout.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.format.ValueText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A table's specification as JSON, as {@code docs/layout-format.md} describes it. The same
 * specification is always the same text.
 */
public final class TableSpecJson {
  private static final int VERSION = 1;
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final ValueText VALUES = new ValueText(ZoneOffset.UTC);

  private TableSpecJson() {}

  /** Writes a specification. */
  public static String write(TableSpec spec) {
    ObjectNode root = MAPPER.createObjectNode().put("version", VERSION);
    ArrayNode columns = root.putArray("columns");
    for (Column column : spec.schema().columns()) {
      columns.addObject().put("name", column.name()).put("type", column.type().toString());
    }
    ArrayNode dimensions = root.putArray("dimensions");
    for (DimensionSpec dimension : spec.dimensions()) {
      ObjectNode node = dimensions.addObject().put("column", dimension.column());
      node.put("partition", dimension.boundaries().isPresent() ? "range" : "hash");
      ColumnType type = spec.schema().column(dimension.column()).type();
      dimension
          .boundaries()
          .ifPresent(
              all -> all.forEach(boundary -> put(node.withArray("boundaries"), type, boundary)));
    }
    ObjectNode format = root.putObject("format").put("name", spec.format().name());
    format.put("version", spec.format().version());
    ObjectNode options = format.putObject("options");
    new TreeMap<>(spec.format().options()).forEach(options::put);
    root.put("extents", spec.extents()).put("targetBytes", spec.targetBytes());
    root.putObject("parity").put("group", spec.parityGroup()).put("parities", spec.parities());
    return root.toPrettyString() + "\n";
  }

  /** A boundary is a string; bytes that are no UTF-8 are an object with their Base64. */
  private static void put(ArrayNode boundaries, ColumnType type, Value boundary) {
    if (boundary instanceof Value.Bytes bytes && !isUtf8(bytes.toArray())) {
      boundaries.addObject().put("base64", Base64.getEncoder().encodeToString(bytes.toArray()));
    } else {
      boundaries.add(ValueText.format(type, boundary));
    }
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /**
   * Reads a specification.
   *
   * @throws IOException if it is no JSON, of another version, or not valid; the message names the
   *     member
   */
  public static TableSpec read(String text) throws IOException {
    JsonNode root;
    try {
      root = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IOException("The table's specification is no JSON: " + e.getOriginalMessage(), e);
    }
    try {
      return spec(new JsonMembers("", root));
    } catch (IllegalArgumentException e) {
      throw new IOException("The table's specification is not valid: " + e.getMessage(), e);
    }
  }

  private static TableSpec spec(JsonMembers root) {
    long version = root.number("version");
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "version %d is not known; read it with another release of Trident.".formatted(version));
    }
    root.checkNames(
        "version", "columns", "dimensions", "format", "extents", "targetBytes", "parity");
    List<Column> columns = new ArrayList<>();
    for (JsonMembers one : root.objects("columns")) {
      one.checkNames("name", "type");
      columns.add(new Column(one.text("name"), ColumnType.parse(one.text("type"))));
    }
    Schema schema = new Schema(columns);
    List<DimensionSpec> dimensions = new ArrayList<>();
    for (JsonMembers one : root.objects("dimensions")) {
      dimensions.add(dimension(one, schema));
    }
    JsonMembers format = root.object("format");
    format.checkNames("name", "version", "options");
    JsonMembers parity = root.object("parity");
    parity.checkNames("group", "parities");
    return new TableSpec(
        schema,
        dimensions,
        new FormatSpec(format.text("name"), format.integer("version"), options(format)),
        root.integer("extents"),
        root.number("targetBytes"),
        parity.integer("group"),
        parity.integer("parities"));
  }

  private static Map<String, String> options(JsonMembers format) {
    JsonMembers options = format.object("options");
    Map<String, String> found = new TreeMap<>();
    options.names().forEach(name -> found.put(name, options.text(name)));
    return found;
  }

  private static DimensionSpec dimension(JsonMembers one, Schema schema) {
    one.checkNames("column", "partition", "boundaries");
    String column = one.text("column");
    return switch (one.text("partition")) {
      case "hash" -> {
        if (one.names().contains("boundaries")) {
          throw new IllegalArgumentException(
              "dimension %s is by hash and has boundaries; remove them.".formatted(column));
        }
        yield DimensionSpec.byHash(column);
      }
      case "range" -> {
        List<Value> boundaries = new ArrayList<>();
        for (JsonNode boundary : one.list("boundaries")) {
          boundaries.add(boundary(boundary, schema.column(column)));
        }
        yield DimensionSpec.byRange(column, boundaries);
      }
      default ->
          throw new IllegalArgumentException(
              "dimension %s has the partition '%s'; give range or hash."
                  .formatted(column, one.text("partition")));
    };
  }

  private static Value boundary(JsonNode node, Column column) {
    Optional<Value> value;
    if (node.path("base64").isTextual() && column.type().kind() == ColumnType.Kind.STRING) {
      value = Optional.of(Value.ofBytes(Base64.getDecoder().decode(node.get("base64").asText())));
    } else {
      value =
          node.isValueNode()
              ? VALUES.parse(column.type(), node.asText().getBytes(StandardCharsets.UTF_8))
              : Optional.empty();
    }
    return value.orElseThrow(
        () ->
            new IllegalArgumentException(
                "%s is no boundary of dimension %s, whose type is %s."
                    .formatted(node, column.name(), column.type())));
  }
}
