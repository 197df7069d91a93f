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

import io.trident.layout.format.Column;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.FormatOptions;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.Schema;
import io.trident.layout.format.ValueText;
import java.util.List;
import java.util.Map;

/**
 * JSON, an object on each line. A column is a member by name; {@code a.b} is member {@code b} of
 * the object {@code a}. Absent members are null, and so are all columns of an empty line.
 */
public final class JsonLines implements RowFormat {
  @Override
  public String name() {
    return "json";
  }

  @Override
  public int version() {
    return 1;
  }

  @Override
  public String extension() {
    return ".json";
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
  public FormatAdapter open(Schema schema, List<String> keys, Map<String, String> given) {
    FormatOptions options = new FormatOptions(name(), given);
    List<Column> columns = keys.stream().map(schema::column).toList();
    for (Column one : columns) {
      for (Column other : columns) {
        if (other.name().startsWith(one.name() + ".")) {
          throw new IllegalArgumentException(
              "Column %s is within %s, which is then no value; use one of them as a key."
                  .formatted(other.name(), one.name()));
        }
      }
    }
    JsonKeys extractor =
        new JsonKeys(
            columns, LineEnd.of(options), InvalidValues.of(options), new ValueText(options.zone()));
    options.checkAllKnown();
    return new LineAdapter(new LineFormat(new byte[0], RecordEnds::lineFeeds, true, extractor));
  }
}
