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

import io.trident.layout.format.ByteSource;
import io.trident.layout.format.InvalidRecordException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/*
 * parquet-java reports bytes that are no Parquet, or not as they were written, by unchecked
 * exceptions of any kind, out of bounds and class casts among them. Whoever reads an extent must
 * tell these from a file that cannot be read, as an extent with wrong bytes is lost and is rebuilt.
 * So all calls that decode pass through decode(), where such an exception becomes one of an invalid
 * record; it is the one place that catches unchecked exceptions.
 */
/** A file of Parquet that is open for reading. For one thread. */
final class OpenFile implements Closeable {
  private static final int MAGIC_BYTES = 4;

  private final ByteSource source;
  private final RangeStream stream;
  private final ParquetFileReader reader;

  private OpenFile(ByteSource source, RangeStream stream, ParquetFileReader reader) {
    this.source = source;
    this.stream = stream;
    this.reader = reader;
  }

  /**
   * Opens a file and reads its footer.
   *
   * @throws InvalidRecordException if it is no file of Parquet, or is encrypted
   * @throws IOException if it cannot be read
   */
  static OpenFile open(ByteSource source) throws IOException {
    RangeStream stream = new RangeStream(source);
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new Codecs())
            .usePageChecksumVerification(true)
            .withUseHadoopVectoredIo(false)
            .build();
    OpenFile file =
        decode(
            source,
            stream,
            () ->
                new OpenFile(
                    source,
                    stream,
                    ParquetFileReader.open(new Input(source, stream), options, stream)));
    try {
      file.check();
    } catch (IOException e) {
      file.close();
      throw e;
    }
    return file;
  }

  private void check() throws InvalidRecordException {
    FileMetaData.EncryptionType encryption = metadata().getEncryptionType();
    if (encryption != null && encryption != FileMetaData.EncryptionType.UNENCRYPTED) {
      throw new InvalidRecordException(
          "%s is encrypted, which is not supported; write it without encryption."
              .formatted(source.name()));
    }
    long end = source.length() - MAGIC_BYTES;
    for (BlockMetaData group : rowGroups()) {
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        long from = chunk.getStartingPos();
        long size = chunk.getTotalSize();
        if (from < MAGIC_BYTES || size < 0 || size > end - from || group.getRowCount() < 0) {
          throw InvalidRecords.corrupt(
              source.name(),
              new IOException(
                  "%s is at %d, with %d bytes, which is not within the file."
                      .formatted(chunk.getPath(), from, size)));
        }
      }
    }
  }

  String name() {
    return source.name();
  }

  FileMetaData metadata() {
    return reader.getFileMetaData();
  }

  List<BlockMetaData> rowGroups() {
    return reader.getRowGroups();
  }

  /** Reads the bytes of a row group into memory. */
  PageReadStore read(int rowGroup) throws IOException {
    return decode(() -> reader.readRowGroup(rowGroup));
  }

  /**
   * Runs a part that decodes what was read.
   *
   * @throws InvalidRecordException if the bytes are wrong
   * @throws IOException if the file cannot be read
   */
  <T> T decode(Callable<T> part) throws IOException {
    return decode(source, stream, part);
  }

  private static <T> T decode(ByteSource source, RangeStream stream, Callable<T> part)
      throws IOException {
    try {
      return part.call();
    } catch (Exception e) {
      IOException failure = stream.failure();
      if (failure != null) {
        throw failure;
      }
      throw InvalidRecords.corrupt(source.name(), e);
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private record Input(ByteSource source, RangeStream stream) implements InputFile {
    @Override
    public long getLength() {
      return source.length();
    }

    @Override
    public SeekableInputStream newStream() {
      return stream;
    }

    @Override
    public String toString() {
      return source.name();
    }
  }
}
