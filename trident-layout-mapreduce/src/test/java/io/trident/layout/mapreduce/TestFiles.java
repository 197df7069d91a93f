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
package io.trident.layout.mapreduce;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Source files of a format, with rows that are difficult, and a request that fits them. */
final class TestFiles {
  private final String format;
  private final Random random;
  private final Map<String, byte[]> files = new TreeMap<>();
  private final List<String> rows = new ArrayList<>();

  /** Makes some files with so many rows in all. One may be empty, one may end without line feed. */
  TestFiles(String format, int rowCount, Random random) {
    this.format = format;
    this.random = random;
    int files = 2 + random.nextInt(4);
    for (int f = 0; f < files; f++) {
      write("part-%03d".formatted(f), rowCount / files);
    }
    this.files.put("part-empty", new byte[0]);
    if (!header().isEmpty()) {
      this.files.put("part-header", header().strip().getBytes(StandardCharsets.UTF_8));
    }
  }

  private void write(String name, int count) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(header().getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < count; i++) {
      String row = row();
      rows.add(row);
      file.writeBytes(row.getBytes(StandardCharsets.UTF_8));
      if (i < count - 1 || random.nextBoolean()) {
        file.write('\n');
      }
    }
    files.put(name, file.toByteArray());
  }

  String header() {
    return isCsv() ? "id,name,price\n" : "";
  }

  private boolean isCsv() {
    return format.equals("csv") || format.equals("multiline");
  }

  private String row() {
    long id = random.nextInt(5) == 0 ? 7 : random.nextInt(1_000_000) - 500_000;
    String name = "name-" + random.nextInt(300) + "ü".repeat(random.nextInt(20));
    String price = random.nextInt(10_000) + "." + random.nextInt(10);
    String end = random.nextInt(10) == 0 ? "\r" : "";
    return switch (format) {
      case "csv" ->
          (random.nextInt(10) == 0 ? "" : id) + ",\"" + name + ", \"\"x\"\"\"," + price + end;
      case "multiline" -> id + ",\"" + name + "\nmore\r\n\"," + price + end;
      case "json" ->
          JsonNodeFactory.instance
                  .objectNode()
                  .put("id", id)
                  .put("name", name)
                  .toString()
                  .replaceAll("}$", ",\"price\":" + price + "}")
              + end;
      default -> id + "|" + name + "|" + price + end;
    };
  }

  /** Returns the files by name. */
  Map<String, byte[]> files() {
    return files;
  }

  /** Returns the rows of all files. */
  List<String> rows() {
    return rows;
  }

  void writeTo(FileSystem fileSystem, Path directory) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      try (OutputStream out = fileSystem.create(new Path(directory, file.getKey()))) {
        out.write(file.getValue());
      }
    }
  }

  /** Returns the files of a directory, by name. */
  static Map<String, byte[]> read(FileSystem fileSystem, Path directory) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    for (FileStatus status : fileSystem.listStatus(directory)) {
      try (var in = fileSystem.open(status.getPath())) {
        found.put(status.getPath().getName(), in.readAllBytes());
      }
    }
    return found;
  }

  /** Returns a request for three dimensions, of extents of some kilobytes. */
  ConversionRequest request(int extents, int targetBytes) {
    return request(
        List.of(range("id"), new By("name", Partition.HASH, Optional.empty()), range("price")),
        extents,
        targetBytes);
  }

  /** Returns a request for such dimensions; lines have one column, so they are by that. */
  ConversionRequest request(List<By> dimensions, int extents, int targetBytes) {
    Map<String, String> options =
        switch (format) {
          case "csv" -> Map.of("header", "true");
          case "multiline" -> Map.of("header", "true", "multiline", "true");
          case "text" -> Map.of("separator", "|");
          default -> Map.of();
        };
    return new ConversionRequest(
        isLines() ? List.of(range("value")) : dimensions,
        isLines() ? Optional.empty() : Optional.of("id long, name string, price decimal(8,1)"),
        isCsv() ? "csv" : isLines() ? "text" : format,
        options,
        extents,
        targetBytes,
        3,
        1,
        80_000,
        1 << 20);
  }

  private boolean isLines() {
    return format.equals("lines");
  }

  static By range(String column) {
    return new By(column, Partition.RANGE, Optional.empty());
  }
}
