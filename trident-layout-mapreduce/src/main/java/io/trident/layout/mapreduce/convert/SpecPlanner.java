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
package io.trident.layout.mapreduce.convert;

import io.trident.core.layout.partition.SampledBoundaries;
import io.trident.core.layout.partition.WeightedValue;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.format.Schema;
import io.trident.layout.format.ValueText;
import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceList.Source;
import io.trident.layout.table.TableSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Makes a table's specification of what a user asks for and what the source files have.
 *
 * @param files where the source files are
 * @param directory where they are
 * @param sources the source files
 */
record SpecPlanner(FileSystem files, Path directory, SourceList sources) {
  /**
   * Returns the specification.
   *
   * @throws IOException if the source files cannot be read, or have rows that are not valid
   * @throws IllegalArgumentException if the request is not valid; the message has the remedy
   */
  TableSpec spec(ConversionRequest request) throws IOException {
    RowFormat format =
        RowFormats.installed(SpecPlanner.class.getClassLoader()).newest(request.format());
    Map<String, String> options = completed(format, request.options());
    Schema schema =
        format
            .schema(options)
            .map(known -> SchemaText.schema(request.schema(), known))
            .orElseGet(() -> SchemaText.schema(request.schema(), format.columns(options)));
    List<String> sampled =
        request.dimensions().stream()
            .filter(by -> by.partition() == Partition.RANGE && by.boundaries().isEmpty())
            .map(By::column)
            .toList();
    TableSpec unsampled = table(request, schema, format, options, Map.of());
    if (sampled.isEmpty()) {
      return unsampled;
    }
    FormatAdapter adapter = format.open(schema, sampled, options);
    List<List<WeightedValue>> values =
        new RowSample(files, directory, sources, adapter).values(sampled.size());
    Map<String, List<Value>> drawn = new HashMap<>();
    for (int i = 0; i < sampled.size(); i++) {
      drawn.put(
          sampled.get(i), SampledBoundaries.of(values.get(i), request.extents()).boundaries());
    }
    return table(request, schema, format, options, drawn);
  }

  private Map<String, String> completed(RowFormat format, Map<String, String> options)
      throws IOException {
    for (Source source : sources.sources()) {
      if (source.length() > 0) {
        Path path = new Path(directory, source.name());
        return format.complete(options, new FileSource(files, path, source.length()));
      }
    }
    return options;
  }

  private static TableSpec table(
      ConversionRequest request,
      Schema schema,
      RowFormat format,
      Map<String, String> options,
      Map<String, List<Value>> drawn) {
    List<DimensionSpec> dimensions = new ArrayList<>();
    for (By by : request.dimensions()) {
      Column column = column(schema, by.column());
      Optional<List<Value>> boundaries =
          by.partition() == Partition.HASH
              ? Optional.empty()
              : Optional.of(
                  by.boundaries()
                      .map(texts -> values(column, texts))
                      .orElse(drawn.getOrDefault(by.column(), List.of())));
      dimensions.add(new DimensionSpec(by.column(), boundaries));
    }
    return new TableSpec(
        schema,
        dimensions,
        new FormatSpec(format.name(), format.version(), options),
        request.extents(),
        request.targetBytes(),
        request.parityGroup(),
        request.parities());
  }

  private static Column column(Schema schema, String name) {
    if (name.equalsIgnoreCase("ORIGINAL") && !schema.names().contains(name)) {
      throw new IllegalArgumentException(
          "The original order is kept beside dimension 0, and super-extents are runs of it; it is no dimension. Leave ORIGINAL out.");
    }
    return schema.column(name);
  }

  private static List<Value> values(Column column, List<String> texts) {
    ValueText parser = new ValueText(ZoneOffset.UTC);
    return texts.stream()
        .map(
            text ->
                parser
                    .parse(column.type(), text.getBytes(StandardCharsets.UTF_8))
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "'%s' is no boundary of column %s, whose type is %s."
                                    .formatted(text, column.name(), column.type()))))
        .toList();
  }
}
