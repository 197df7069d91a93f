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

import io.trident.layout.format.InvalidRecordException;
import java.util.Arrays;

/** How blocks of extents can be compressed. */
enum Compression {
  /** That each reader of Avro knows; hence the first. */
  DEFLATE("deflate", "deflate"),
  SNAPPY("snappy", "snappy"),
  ZSTD("zstd", "zstandard"),
  NONE("none", "null");

  private final String option;
  private final String codec;

  Compression(String option, String codec) {
    this.option = option;
    this.codec = codec;
  }

  /** Returns the value of the option. */
  String option() {
    return option;
  }

  /** Returns the name in headers of files. */
  String codec() {
    return codec;
  }

  /** Returns all values of the option, the default first. */
  static String[] options() {
    return Arrays.stream(values()).map(Compression::option).toArray(String[]::new);
  }

  static Compression ofOption(String option) {
    return Arrays.stream(values())
        .filter(one -> one.option.equals(option))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the compression of a file.
   *
   * @param file its name
   * @throws InvalidRecordException if it is not supported
   */
  static Compression ofCodec(String file, String codec) throws InvalidRecordException {
    return Arrays.stream(values())
        .filter(one -> one.codec.equals(codec))
        .findFirst()
        .orElseThrow(
            () ->
                InvalidFiles.corrupt(
                    file,
                    ("it is compressed with %s, which is not supported; rewrite it with deflate,"
                            + " snappy, zstandard or null.")
                        .formatted(codec)));
  }
}
