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
package io.trident.layout.extent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.Schema;
import io.trident.layout.format.Tables;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** A source file with all that makes rows difficult, and a specification for it. */
final class RandomTable {
  private static final List<String> WORDS =
      List.of("", "a", "b,c", "say \"x\"", "two\nlines", "cr\r\nlf", "ünï", "\\", "\\N", " ", "|");

  private final Random random;
  private final String format;
  private final Schema schema;
  private final Map<String, String> options;

  /** What the rows are like. */
  enum Shape {
    ANY,
    /** So few that most cells are empty. */
    FEW,
    /** Each column follows from another; most cells are empty. */
    CORRELATED,
    /** Columns are the same in all rows. */
    EQUAL
  }

  private final Shape shape;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private final List<String> records = new ArrayList<>();

  RandomTable(String format, Shape shape, Random random) {
    this.format = format;
    this.random = random;
    this.shape = shape;
    this.schema = Tables.schema("a long, b string, c double, d decimal(8,2)");
    this.options =
        switch (format) {
          case "text" -> Map.of("separator", "|", "null", "\\N");
          case "csv" -> Map.of("multiline", "true", "header", "a,b,c,d\n");
          default -> Map.of();
        };
    write();
  }

  String format() {
    return format;
  }

  /** The source file, header and all. */
  byte[] bytes() {
    return file.toByteArray();
  }

  /** The canonical records that the file was made of. */
  List<String> records() {
    return records;
  }

  private void write() {
    String header = options.getOrDefault("header", "");
    file.writeBytes(header.getBytes(StandardCharsets.UTF_8));
    int rows = random.nextInt(random.nextInt(8) == 0 ? 3 : shape == Shape.FEW ? 15 : 300);
    int huge = random.nextInt(4) == 0 ? random.nextInt(rows + 1) : -1;
    for (int i = 0; i < rows; i++) {
      String end = random.nextInt(4) == 0 ? "\r" : "";
      String row = random.nextInt(20) == 0 ? "" : row(i == huge);
      records.add(row + end);
      file.writeBytes((row + end).getBytes(StandardCharsets.ISO_8859_1));
      if (i < rows - 1 || random.nextBoolean() || (row + end).isEmpty()) {
        file.write('\n');
      }
    }
  }

  private String row(boolean isHuge) {
    long number = shape == Shape.EQUAL ? 7 : random.nextInt(12) - 3;
    boolean isFree = shape == Shape.ANY || shape == Shape.FEW;
    String word = isFree ? WORDS.get(random.nextInt(WORDS.size())) : "w" + number;
    String fraction = Double.toString((isFree ? random.nextInt(50) : number + 3) / 4.0);
    if (isFree && random.nextInt(4) == 0) {
      fraction = random.nextBoolean() ? "NaN" : "-0.0";
    }
    String price = (isFree ? random.nextInt(40) : number + 3) + "." + random.nextInt(10);
    if (isHuge) {
      word = word + "x".repeat(200_000);
    }
    boolean hasNull = isFree && random.nextInt(5) == 0;
    return switch (format) {
      case "text" ->
          (hasNull ? "\\N" : number)
              + "|"
              + word.replaceAll("[|\n\r]", "\u00ff")
              + "|"
              + fraction
              + "|"
              + price;
      case "csv" ->
          (hasNull ? "" : number)
              + ",\""
              + word.replace("\"", "\"\"")
              + "\","
              + fraction
              + ","
              + price;
      default -> json(hasNull, number, word, fraction, price);
    };
  }

  private static String json(
      boolean hasNull, long number, String word, String fraction, String price) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    if (!hasNull) {
      object.put("a", number);
    }
    String text = object.put("b", word.replace("ünï", "uni")).put("c", fraction).toString();
    return text.replace("\"-0.0\"", "-0.0")
        .replaceAll("\"c\":\"([0-9.]+)\"", "\"c\":$1")
        .replaceAll("}$", ",\"d\":" + price + "}");
  }

  /** One to four dimensions by columns, of ranges from a sample or by hash. */
  TableSpec spec(int extents, int dimensions, int parities) throws InvalidRecordException {
    List<DimensionSpec> specs = new ArrayList<>();
    List<String> names = new ArrayList<>(schema.names());
    Collections.shuffle(names, random);
    for (String name : names.subList(0, dimensions)) {
      specs.add(
          random.nextInt(3) == 0
              ? DimensionSpec.byHash(name)
              : DimensionSpec.byRange(name, boundaries(name, extents)));
    }
    return new TableSpec(
        schema,
        specs,
        new FormatSpec(format, 1, options),
        extents,
        1,
        1 + random.nextInt(4),
        parities);
  }

  private List<Value> boundaries(String column, int extents) throws InvalidRecordException {
    FormatAdapter adapter = Tables.formats().newest(format).open(schema, List.of(column), options);
    TreeSet<Value> values = new TreeSet<>();
    for (String record : records) {
      values.addAll(adapter.keys(Value.ofBytes(record.getBytes(StandardCharsets.ISO_8859_1))));
    }
    values.remove(Value.NULL);
    List<Value> all = new ArrayList<>(values);
    TreeSet<Value> chosen = new TreeSet<>();
    for (int i = 1; i < extents && !all.isEmpty(); i++) {
      chosen.add(all.get(random.nextInt(all.size())));
    }
    return List.copyOf(chosen);
  }
}
