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

import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormat;
import io.trident.layout.format.RowFormats;
import io.trident.layout.testing.FormatRows;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The format opened for tests. */
final class Tables {
  private static final RowFormats FORMATS = RowFormats.installed(Tables.class.getClassLoader());

  private Tables() {}

  static RowFormat format() {
    return FORMATS.find("parquet", 1);
  }

  /** Opens the format for files as this one, without keys. */
  static FormatAdapter open(byte[] file, Map<String, String> options) throws IOException {
    return new ParquetAdapter(
        ParquetOptions.of(format().complete(options, FormatRows.source(file))), List.of());
  }
}
