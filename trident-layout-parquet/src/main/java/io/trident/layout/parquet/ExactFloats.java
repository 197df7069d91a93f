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

import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainDoubleDictionaryValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainFloatDictionaryValuesWriter;
import org.apache.parquet.column.values.factory.DefaultValuesWriterFactory;
import org.apache.parquet.column.values.factory.ValuesWriterFactory;
import org.apache.parquet.column.values.fallback.FallbackValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;

/*
 * parquet-java writes each NaN as the same bits, and its dictionaries hold one NaN. Rows would come
 * back with other bits than they went in, and so with another canonical record. So floats and
 * doubles are written by their bits, as numbers of 32 and 64, which are the same bytes otherwise;
 * and a dictionary ends with the first NaN. That one is in the dictionary for a moment, alone, and
 * is moved to the plain values with the others of its page, bits and all.
 */
/** Encodings as parquet-java chooses them, in which NaNs keep their bits. */
final class ExactFloats implements ValuesWriterFactory {
  private static final Encoding DICTIONARY = Encoding.PLAIN_DICTIONARY;

  private final ValuesWriterFactory others = new DefaultValuesWriterFactory();
  private ParquetProperties properties = ParquetProperties.builder().build();

  @Override
  public void initialize(ParquetProperties given) {
    properties = given;
    others.initialize(given);
  }

  @Override
  public ValuesWriter newValuesWriter(ColumnDescriptor column) {
    int dictionaryBytes = properties.getDictionaryPageSizeThreshold();
    ByteBufferAllocator allocator = properties.getAllocator();
    boolean hasDictionary = properties.isDictionaryEnabled(column);
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case FLOAT ->
          hasDictionary
              ? FallbackValuesWriter.of(new FloatDictionary(dictionaryBytes, allocator), plain())
              : plain();
      case DOUBLE ->
          hasDictionary
              ? FallbackValuesWriter.of(new DoubleDictionary(dictionaryBytes, allocator), plain())
              : plain();
      default -> others.newValuesWriter(column);
    };
  }

  private BitsWriter plain() {
    return new BitsWriter(
        new PlainValuesWriter(
            properties.getInitialSlabSize(),
            properties.getPageSizeThreshold(),
            properties.getAllocator()));
  }

  private static final class FloatDictionary extends PlainFloatDictionaryValuesWriter {
    private boolean hasNan;

    FloatDictionary(int maxBytes, ByteBufferAllocator allocator) {
      super(maxBytes, DICTIONARY, DICTIONARY, allocator);
    }

    @Override
    public void writeFloat(float value) {
      hasNan |= Float.isNaN(value);
      super.writeFloat(value);
    }

    @Override
    public boolean shouldFallBack() {
      return hasNan || super.shouldFallBack();
    }
  }

  private static final class DoubleDictionary extends PlainDoubleDictionaryValuesWriter {
    private boolean hasNan;

    DoubleDictionary(int maxBytes, ByteBufferAllocator allocator) {
      super(maxBytes, DICTIONARY, DICTIONARY, allocator);
    }

    @Override
    public void writeDouble(double value) {
      hasNan |= Double.isNaN(value);
      super.writeDouble(value);
    }

    @Override
    public boolean shouldFallBack() {
      return hasNan || super.shouldFallBack();
    }
  }

  /** Plain floats and doubles. */
  private static final class BitsWriter extends ValuesWriter {
    private final PlainValuesWriter plain;

    BitsWriter(PlainValuesWriter plain) {
      this.plain = plain;
    }

    @Override
    public void writeFloat(float value) {
      plain.writeInteger(Float.floatToRawIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
      plain.writeLong(Double.doubleToRawLongBits(value));
    }

    @Override
    public long getBufferedSize() {
      return plain.getBufferedSize();
    }

    @Override
    public BytesInput getBytes() {
      return plain.getBytes();
    }

    @Override
    public Encoding getEncoding() {
      return plain.getEncoding();
    }

    @Override
    public void reset() {
      plain.reset();
    }

    @Override
    public void close() {
      plain.close();
    }

    @Override
    public long getAllocatedSize() {
      return plain.getAllocatedSize();
    }

    @Override
    public String memUsageString(String prefix) {
      return plain.memUsageString(prefix);
    }
  }
}
