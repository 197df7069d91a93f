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
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.FormatOptions;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.Schema;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.ValueText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * CSV as RFC 4180 has it. Options: {@code separator}, {@code quote}, {@code escape}; {@code null},
 * which is what a null is without quotes, by default nothing; {@code multiline} is true where a
 * quoted value may have line feeds, which makes each reader of a part of a file read all before it;
 * {@code header} is the first line of each file with its line feed. {@code header=true} takes it
 * from the first file. Each extent begins with it, so that stock readers that expect it in each
 * file read extents.
 */
public final class CsvLines implements RowFormat {
  private static final String HEADER = "header";

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public int version() {
    return 1;
  }

  @Override
  public String extension() {
    return ".csv";
  }

  @Override
  public boolean givesLines() {
    return true;
  }

  @Override
  public Map<String, String> tolerant(Map<String, String> options) {
    return InvalidValues.asNull(options);
  }

  @Override
  public Map<String, String> complete(Map<String, String> given, ByteSource file)
      throws IOException {
    Map<String, String> completed = new TreeMap<>(given);
    if ("true".equals(given.get(HEADER))) {
      FormatOptions options = new FormatOptions(name(), given);
      LineFormat lines = new LineFormat(new byte[0], ends(options), true, record -> List.of());
      try (LineReader reader = new LineReader(file, lines, 0, 0, file.length())) {
        StoredRow first = reader.next();
        if (first == null) {
          throw new InvalidRecordException("has no header; begin with another file, or give it.")
              .at(file.name(), 0);
        }
        completed.put(HEADER, utf8(first.record(), file) + "\n");
      }
    }
    return completed;
  }

  private static String utf8(Value.Bytes header, ByteSource file) throws InvalidRecordException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(header.toArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new InvalidRecordException("has a header that is not in UTF-8; rename its columns.")
          .at(file.name(), 0);
    }
  }

  @Override
  public Optional<List<String>> columns(Map<String, String> given) {
    FormatOptions options = new FormatOptions(name(), given);
    Schema any = new Schema(List.of(new Column("line", ColumnType.of(ColumnType.Kind.STRING))));
    CsvKeys extractor = extractor(any, List.of(), options);
    return header(options).map(header -> names(header, extractor, options));
  }

  @Override
  public FormatAdapter open(Schema schema, List<String> keys, Map<String, String> given) {
    FormatOptions options = new FormatOptions(name(), given);
    Supplier<RecordEnds> ends = ends(options);
    boolean isMultiline = isMultiline(options);
    CsvKeys extractor = extractor(schema, keys, options);
    Optional<String> header = header(options);
    options.checkAllKnown();
    header.ifPresent(text -> check(text, schema, extractor, options));
    return new LineAdapter(
        new LineFormat(
            header.orElse("").getBytes(StandardCharsets.UTF_8), ends, !isMultiline, extractor));
  }

  private static CsvKeys extractor(Schema schema, List<String> keys, FormatOptions options) {
    return new CsvKeys(
        CsvDialect.of(options),
        schema,
        keys.stream().map(schema::indexOf).toList(),
        options.text("null").orElse("").getBytes(StandardCharsets.UTF_8),
        isMultiline(options),
        LineEnd.of(options),
        InvalidValues.of(options),
        new ValueText(options.zone()));
  }

  private static Optional<String> header(FormatOptions options) {
    return options.text(HEADER).filter(text -> !text.equals("false"));
  }

  private static void check(
      String header, Schema schema, CsvKeys extractor, FormatOptions options) {
    if (!names(header, extractor, options).equals(schema.names())) {
      throw options.invalid(
          HEADER,
          header,
          "the line of the columns %s with its line feed".formatted(schema.names()));
    }
  }

  private static List<String> names(String header, CsvKeys extractor, FormatOptions options) {
    String line = header.endsWith("\n") ? header.substring(0, header.length() - 1) : "";
    try {
      return extractor.texts(line.getBytes(StandardCharsets.UTF_8));
    } catch (InvalidRecordException e) {
      throw options.invalid(HEADER, header, "a line of CSV: " + e.getMessage());
    }
  }

  private static boolean isMultiline(FormatOptions options) {
    return options.oneOf("multiline", "false", "true").equals("true");
  }

  private static Supplier<RecordEnds> ends(FormatOptions options) {
    CsvDialect dialect = CsvDialect.of(options);
    return isMultiline(options) ? () -> new CsvScanner(dialect) : RecordEnds::lineFeeds;
  }
}
