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

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.cli.Columns;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.ValueText;
import io.trident.layout.mapreduce.TableView;
import io.trident.layout.mapreduce.TableView.BoundsView;
import io.trident.layout.mapreduce.TableView.DimensionView;
import io.trident.layout.mapreduce.TableView.Named;
import io.trident.layout.table.DimensionSpec;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code trident layout show PATH}. */
@Command(
    name = "show",
    description = {
      "Shows what a table consists of: dimensions, sizes, skew, parity, what it takes on disks, and"
          + " which extents have no replica.",
      ""
    })
final class ShowCommand implements Callable<Integer> {
  private static final int SHOWN = 20;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments table;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return table.run(this::show);
  }

  private int show(Path directory, Configuration conf) throws IOException {
    TableView view = TableView.of(directory, conf);
    table.print(json(directory, view), text(directory, view));
    return 0;
  }

  private static String partition(TableView view, int dimension) {
    DimensionSpec spec = view.spec().dimensions().get(dimension);
    return spec.boundaries().isPresent() ? "range" : "hash";
  }

  private static String text(Path directory, TableView view) {
    Columns columns =
        new Columns("dimension", "partition", "extents", "bytes", "largest/mean", "empty");
    for (int d = 0; d < view.dimensions().size(); d++) {
      DimensionView one = view.dimensions().get(d);
      columns.add(
          one.column(),
          partition(view, d),
          one.extents(),
          one.bytes(),
          "%.2f".formatted(one.skew().largestToMean()),
          one.skew().empty());
    }
    StringBuilder text = new StringBuilder();
    text.append(
        "%s: %s %d, %d super-extents of %d extents, %d rows%n"
            .formatted(
                directory,
                view.spec().format().name(),
                view.spec().format().version(),
                view.superExtents(),
                view.spec().extents(),
                view.rows()));
    text.append(columns);
    text.append(bounds(view));
    text.append(
        "Skew is that of the super-extent in which it is greatest.%nParity: %d of up to %d extents, %d bytes with replicas. Original order: %d.%n"
            .formatted(
                view.spec().parities(),
                view.spec().parityGroup(),
                view.parityBytes(),
                view.orderBytes()));
    text.append(
        "On disks: %d bytes, %.2f times the %d source files' %d.%n"
            .formatted(
                view.storedBytes(),
                (double) view.storedBytes() / Math.max(1, view.sourceBytes()),
                view.sourceFiles(),
                view.sourceBytes()));
    append(text, "without a readable replica", view.lost());
    append(text, "replaced, changed or gone", view.broken());
    return text.toString();
  }

  /** The columns by which super-extents can be passed over, beside those of dimensions. */
  private static String bounds(TableView view) {
    Columns columns = new Columns("other column", "super-extents", "nulls", "least", "most");
    for (BoundsView one : view.bounds()) {
      columns.add(
          one.bounds().column(),
          one.superExtents(),
          one.bounds().nulls(),
          value(view, one, KeyRange::least),
          value(view, one, KeyRange::most));
    }
    return view.bounds().isEmpty() ? "" : columns.toString();
  }

  private static String value(TableView view, BoundsView column, Function<KeyRange, Value> bound) {
    ColumnType type = view.spec().schema().column(column.bounds().column()).type();
    return column
        .bounds()
        .values()
        .map(values -> ValueText.format(type, bound.apply(values)))
        .orElse("");
  }

  private static void append(StringBuilder text, String what, List<Named> files) {
    text.append("Extents and parities %s: %d%n".formatted(what, files.size()));
    files.stream()
        .limit(SHOWN)
        .forEach(file -> text.append("  ").append(file.path()).append(System.lineSeparator()));
  }

  private static ObjectNode json(Path directory, TableView view) {
    ObjectNode object =
        JsonNodeFactory.instance
            .objectNode()
            .put("table", directory.toString())
            .put("format", view.spec().format().name())
            .put("sourceFiles", view.sourceFiles())
            .put("sourceBytes", view.sourceBytes())
            .put("superExtents", view.superExtents())
            .put("rows", view.rows())
            .put("storedBytes", view.storedBytes())
            .put("parityBytes", view.parityBytes())
            .put("orderBytes", view.orderBytes());
    var dimensions = object.putArray("dimensions");
    for (int d = 0; d < view.dimensions().size(); d++) {
      DimensionView one = view.dimensions().get(d);
      dimensions
          .addObject()
          .put("column", one.column())
          .put("partition", partition(view, d))
          .put("extents", one.extents())
          .put("bytes", one.bytes())
          .put("largestToMean", one.skew().largestToMean())
          .put("empty", one.skew().empty());
    }
    var bounds = object.putArray("bounds");
    for (BoundsView one : view.bounds()) {
      bounds
          .addObject()
          .put("column", one.bounds().column())
          .put("superExtents", one.superExtents())
          .put("nulls", one.bounds().nulls())
          .put("least", value(view, one, KeyRange::least))
          .put("most", value(view, one, KeyRange::most));
    }
    view.lost().forEach(file -> object.withArray("lost").add(file.path()));
    view.broken().forEach(file -> object.withArray("broken").add(file.path()));
    return object;
  }
}
