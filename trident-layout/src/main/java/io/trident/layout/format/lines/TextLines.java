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

import io.trident.layout.format.ColumnType;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.FormatOptions;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.Schema;
import io.trident.layout.format.ValueText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lines of text. Without the option {@code separator} a line is one column, of type string. With
 * it, any string, columns are what is between separators; nothing is quoted. A column that is the
 * option {@code null}, by default {@code \N} as in Hive, is null, and so are all columns of an
 * empty line of several columns.
 */
public final class TextLines implements RowFormat {
  @Override
  public String name() {
    return "text";
  }

  @Override
  public int version() {
    return 1;
  }

  @Override
  public String extension() {
    return ".txt";
  }

  @Override
  public boolean givesLines() {
    return true;
  }

  @Override
  public Map<String, String> tolerant(Map<String, String> options) {
    return InvalidValues.asNull(options);
  }

  /** A line is a column by the name that Spark's reader of text has for it. */
  @Override
  public Optional<List<String>> columns(Map<String, String> options) {
    return options.containsKey("separator") ? Optional.empty() : Optional.of(List.of("value"));
  }

  @Override
  public FormatAdapter open(Schema schema, List<String> keys, Map<String, String> given) {
    FormatOptions options = new FormatOptions(name(), given);
    Optional<String> separator = options.text("separator");
    TextKeys extractor =
        new TextKeys(
            keys.stream().map(schema::column).toList(),
            keys.stream().map(schema::indexOf).toList(),
            separator.map(text -> text.getBytes(StandardCharsets.UTF_8)),
            options.text("null").orElse("\\N").getBytes(StandardCharsets.UTF_8),
            LineEnd.of(options),
            InvalidValues.of(options),
            new ValueText(options.zone()));
    options.checkAllKnown();
    if (separator.isPresent() && (separator.get().isEmpty() || separator.get().contains("\n"))) {
      throw options.invalid("separator", separator.get(), "a string without line feed");
    }
    if (separator.isEmpty() && !isOneString(schema)) {
      throw new IllegalArgumentException(
          "Lines of format text are one column of type string, and not %s; or set separator."
              .formatted(schema.columns()));
    }
    return new LineAdapter(new LineFormat(new byte[0], RecordEnds::lineFeeds, true, extractor));
  }

  private static boolean isOneString(Schema schema) {
    return schema.columns().size() == 1
        && schema.columns().get(0).type().kind() == ColumnType.Kind.STRING;
  }
}
