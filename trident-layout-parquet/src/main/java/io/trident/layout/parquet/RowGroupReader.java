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
package io.trident.layout.parquet;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.EvenOffsets;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.jspecify.annotations.Nullable;

/** Reads rows of some row groups. Holds one of these, compressed, and a page of each column. */
final class RowGroupReader implements RecordReader {
  private final OpenFile file;
  private final Iterator<RowSpan> spans;
  private final MessageColumnIO columns;
  private final GroupShape shape;

  private @Nullable PageReadStore pages;
  private org.apache.parquet.io.@Nullable RecordReader<Value.Bytes> rows;
  private RowSpan span = new RowSpan(0, new EvenOffsets(0, 0, 0), 0, 0);
  private long row;

  /**
   * Reads rows.
   *
   * @param file of the table's schema; is closed with this
   * @param shape of that schema
   */
  RowGroupReader(OpenFile file, GroupShape shape, List<RowSpan> spans) throws IOException {
    this.file = file;
    this.shape = shape;
    this.spans = spans.iterator();
    this.columns =
        file.decode(
            () ->
                new ColumnIOFactory(file.metadata().getCreatedBy())
                    .getColumnIO(file.metadata().getSchema()));
  }

  @Override
  public @Nullable StoredRow next() throws IOException {
    while (row == span.to()) {
      closePages();
      if (!spans.hasNext()) {
        return null;
      }
      open(spans.next());
    }
    long offset = span.offset(row);
    return new StoredRow(offset, OptionalLong.empty(), read());
  }

  private Value.Bytes read() throws IOException {
    org.apache.parquet.io.RecordReader<Value.Bytes> from = rows;
    Value.Bytes record = from == null ? null : file.decode(from::read);
    if (record == null) {
      throw new IllegalStateException("A reader of Parquet has no row before its end.");
    }
    row++;
    return record;
  }

  private void open(RowSpan next) throws IOException {
    span = next;
    row = next.to();
    if (next.from() == next.to()) {
      return;
    }
    PageReadStore read = file.read(next.rowGroup());
    pages = read;
    rows = file.decode(() -> columns.getRecordReader(read, new RecordMaker(shape)));
    row = 0;
    while (row < next.from()) {
      read();
    }
  }

  private void closePages() {
    PageReadStore last = pages;
    pages = null;
    rows = null;
    if (last != null) {
      last.close();
    }
  }

  @Override
  public void close() throws IOException {
    closePages();
    file.close();
  }
}
