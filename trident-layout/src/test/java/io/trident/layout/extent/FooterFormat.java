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
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.RecordWriter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.Schema;
import io.trident.layout.format.StoredRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A format with all that columnar ones have: a bucket is written when it ends, and read by what is
 * in the footer; rows have ids; the bytes are other ones each time. Records are numbers, separated
 * by commas, of which each is a key.
 */
record FooterFormat(Random random) implements RowFormat, FormatAdapter {
  @Override
  public String name() {
    return "footer";
  }

  @Override
  public int version() {
    return 1;
  }

  @Override
  public String extension() {
    return ".footer";
  }

  @Override
  public boolean storesRowIds() {
    return true;
  }

  @Override
  public FormatAdapter open(Schema schema, List<String> keys, Map<String, String> options) {
    return this;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public RecordReader read(ByteSource file, long from, long to) {
    throw new UnsupportedOperationException("no test reads source files of it");
  }

  @Override
  public List<Value> keys(Value.Bytes record) {
    return Arrays.stream(record.toString().split(","))
        .map(number -> Value.ofLong(Long.parseLong(number)))
        .toList();
  }

  @Override
  public RecordWriter writer(OutputStream out) {
    return new Writer(out, (byte) random.nextInt());
  }

  private record Writer(OutputStream out, byte mask, ByteArrayOutputStream bucket)
      implements RecordWriter {
    Writer(OutputStream out, byte mask) {
      this(out, mask, new ByteArrayOutputStream());
    }

    @Override
    public void start() throws IOException {
      out.write('F');
    }

    @Override
    public void row(LayoutRow row) throws IOException {
      DataOutputStream data = new DataOutputStream(bucket);
      data.writeLong(row.id());
      data.writeUTF(row.record().toString());
    }

    @Override
    public void endBucket() throws IOException {
      out.write(masked(bucket.toByteArray(), mask));
      bucket.reset();
    }

    @Override
    public void finish() throws IOException {
      out.write(mask);
    }
  }

  private static byte[] masked(byte[] bytes, byte mask) {
    byte[] masked = bytes.clone();
    for (int i = 0; i < masked.length; i++) {
      masked[i] ^= mask;
    }
    return masked;
  }

  @Override
  public RecordReader readBucket(ByteSource extent, BucketEntry bucket) throws IOException {
    byte mask;
    try (InputStream footer = extent.open(extent.length() - 1, extent.length())) {
      mask = (byte) footer.read();
    }
    byte[] bytes;
    try (InputStream in = extent.open(bucket.offset(), bucket.offset() + bucket.length())) {
      bytes = masked(in.readAllBytes(), mask);
    }
    DataInputStream data = new DataInputStream(new ByteArrayInputStream(bytes));
    return new RecordReader() {
      private long row;

      @Override
      public @Nullable StoredRow next() throws IOException {
        try {
          OptionalLong id = OptionalLong.of(data.readLong());
          return new StoredRow(row++, id, Value.ofString(data.readUTF()));
        } catch (EOFException e) {
          return null;
        }
      }

      @Override
      public void close() {}
    };
  }
}
