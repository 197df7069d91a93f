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

import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.value.Value;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sorted rows in a file of this process. Keys are not kept: the adapter takes them anew. */
final class SortedRun implements Closeable {
  private final Path file;
  private long left;
  private @Nullable DataInputStream in;

  private SortedRun(Path file, long rows) {
    this.file = file;
    this.left = rows;
  }

  /** A row as it is kept. */
  record Entry(long id, Value.Bytes record) {}

  static SortedRun write(List<RowSorter.PlacedRow> rows, Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "trident-run-", ".tmp");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (RowSorter.PlacedRow placed : rows) {
        LayoutRow row = placed.row();
        out.writeInt(row.record().length());
        out.writeLong(row.id());
        out.write(row.record().toArray());
      }
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return new SortedRun(file, rows.size());
  }

  void open() throws IOException {
    in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
  }

  /** Returns the next row of an opened run, or null after the last. */
  @Nullable Entry next() throws IOException {
    DataInputStream open = in;
    if (left == 0 || open == null) {
      return null;
    }
    left--;
    int length = open.readInt();
    long id = open.readLong();
    byte[] record = open.readNBytes(length);
    if (record.length < length) {
      throw new EOFException("The sorted run %s was cut.".formatted(file));
    }
    return new Entry(id, Value.ofBytes(record));
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
    Files.deleteIfExists(file);
  }
}
