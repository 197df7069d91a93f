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

import io.trident.layout.format.FormatOptions;
import java.io.IOException;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The options of a table of Parquet.
 *
 * @param footer what the files have in common
 * @param codec of extents
 * @param pageBytes size of a page, about
 * @param rowGroupBytes a bucket with more bytes of canonical records has several row groups
 * @param hasDictionaries whether columns may be encoded by dictionaries
 * @param isMetadataChecked whether files must have the metadata of the footer
 */
record ParquetOptions(
    TableFooter footer,
    CompressionCodecName codec,
    int pageBytes,
    int rowGroupBytes,
    boolean hasDictionaries,
    boolean isMetadataChecked) {
  static final String NAME = "parquet";
  static final String FOOTER = "footer";

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /** The most that arrays of bytes can hold, less a page of another column. */
  private static final int MAX_BYTES = 1 << 30;

  /**
   * Reads the options.
   *
   * @throws IllegalArgumentException if one is not known or has no valid value
   */
  static ParquetOptions of(Map<String, String> given) {
    FormatOptions options = new FormatOptions(NAME, given);
    ParquetOptions read =
        new ParquetOptions(
            footer(options),
            codec(options.oneOf("compression", "zstd", "snappy", "none")),
            bytes(options, "page.bytes", KIB, MIB),
            bytes(options, "row.group.bytes", KIB, 64 * MIB),
            options.oneOf("dictionary", "true", "false").equals("true"),
            options.oneOf("metadata", "same", "first").equals("same"));
    options.checkAllKnown();
    return read;
  }

  private static TableFooter footer(FormatOptions options) {
    String text = options.text(FOOTER).orElse("");
    try {
      return TableFooter.parse(text);
    } catch (IOException e) {
      throw options.invalid(FOOTER, text, "what the conversion takes from the first file");
    }
  }

  private static CompressionCodecName codec(String name) {
    return switch (name) {
      case "zstd" -> CompressionCodecName.ZSTD;
      case "snappy" -> CompressionCodecName.SNAPPY;
      default -> CompressionCodecName.UNCOMPRESSED;
    };
  }

  private static int bytes(FormatOptions options, String name, int least, int otherwise) {
    String text = options.text(name).orElse(String.valueOf(otherwise));
    int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    if (value < least || value > MAX_BYTES) {
      throw options.invalid(name, text, "a number of bytes from " + least + " to " + MAX_BYTES);
    }
    return value;
  }

  /** Returns all that decides about the bytes of pages, whatever the library's defaults become. */
  ParquetProperties properties() {
    return ParquetProperties.builder()
        .withWriterVersion(WriterVersion.PARQUET_1_0)
        .withPageSize(pageBytes)
        .withPageRowCountLimit(20_000)
        .withPageValueCountThreshold(Integer.MAX_VALUE / 2)
        .withMinRowCountForPageSizeCheck(100)
        .withMaxRowCountForPageSizeCheck(10_000)
        .estimateRowCountForPageSizeCheck(true)
        .withDictionaryEncoding(hasDictionaries)
        .withDictionaryPageSize(MIB)
        .withColumnIndexTruncateLength(64)
        .withStatisticsTruncateLength(64)
        .withStatisticsEnabled(true)
        .withSizeStatisticsEnabled(false) // footers are read for each bucket
        .withByteStreamSplitEncoding(false)
        .withBloomFilterEnabled(false)
        .withPageWriteChecksumEnabled(true)
        .withValuesWriterFactory(new ExactFloats())
        .build();
  }
}
