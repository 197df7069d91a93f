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
package io.trident.layout.avro;

import io.trident.layout.format.FormatOptions;
import java.io.IOException;
import java.util.Map;

/**
 * The options of a table of Avro.
 *
 * @param header what the files have in common
 * @param compression of extents
 * @param blockBytes a block with more bytes of rows has one row
 * @param isMetadataChecked whether files must have the metadata of the header
 */
record AvroOptions(
    FileHeader header, Compression compression, int blockBytes, boolean isMetadataChecked) {
  static final String NAME = "avro";
  static final String HEADER = "header";
  static final String COMPRESSION = "compression";

  private static final int LEAST_BLOCK = 1 << 10;
  private static final int BLOCK = 1 << 16;
  private static final int MOST_BLOCK = 1 << 24;

  /**
   * Reads the options.
   *
   * @throws IllegalArgumentException if one is not known or has no valid value
   */
  static AvroOptions of(Map<String, String> given) {
    FormatOptions options = new FormatOptions(NAME, given);
    AvroOptions read =
        new AvroOptions(
            header(options),
            Compression.ofOption(options.oneOf(COMPRESSION, Compression.options())),
            blockBytes(options),
            options.oneOf("metadata", "same", "first").equals("same"));
    options.checkAllKnown();
    return read;
  }

  private static FileHeader header(FormatOptions options) {
    String text = options.text(HEADER).orElse("");
    try {
      return FileHeader.parse(text);
    } catch (IOException e) {
      throw options.invalid(HEADER, text, "what the conversion takes from the first file");
    }
  }

  private static int blockBytes(FormatOptions options) {
    String text = options.text("block.bytes").orElse(String.valueOf(BLOCK));
    int value = text.matches("\\d{1,8}") ? Integer.parseInt(text) : 0;
    if (value < LEAST_BLOCK || value > MOST_BLOCK) {
      throw options.invalid(
          "block.bytes", text, "a number of bytes from " + LEAST_BLOCK + " to " + MOST_BLOCK);
    }
    return value;
  }
}
