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
package io.trident.cli.layout;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which files are read. */
final class FormatArguments {
  @Option(
      names = "--schema",
      paramLabel = "COLUMNS",
      description =
          "Columns and types: \"id long, price decimal(8,2)\". Types are boolean, int, long, double,"
              + " decimal(p,s), string, date, timestamp. With --option header=true those that are"
              + " not given are strings. Not needed where files have theirs, as of Avro and Parquet.")
  private @Nullable String schema;

  @Option(
      names = "--format",
      required = true,
      completionCandidates = InstalledFormats.class,
      description = "Of the rows: ${COMPLETION-CANDIDATES}.")
  private String format = "";

  @Option(
      names = "--option",
      paramLabel = "KEY=VALUE",
      description = "An option of the format, such as header=true; may be repeated.")
  private Map<String, String> options = new LinkedHashMap<>();

  Optional<String> schema() {
    return Optional.ofNullable(schema);
  }

  String format() {
    return format;
  }

  Map<String, String> options() {
    return options;
  }
}
