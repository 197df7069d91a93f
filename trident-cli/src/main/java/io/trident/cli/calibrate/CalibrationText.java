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
package io.trident.cli.calibrate;

import io.trident.cli.Columns;
import io.trident.core.text.EnumNames;
import java.util.Locale;
import java.util.Map;

/** What the command prints and writes. */
final class CalibrationText {
  private CalibrationText() {}

  static String table(Calibration calibration) {
    Columns table =
        new Columns("tier", "read", "blocks", "write MB/s", "read MB/s", "again MB/s", "");
    for (Calibration.Row row : calibration.rows()) {
      table.add(
          row.tier().label(),
          EnumNames.dashed(row.distance()),
          row.blocks(),
          megabytes(row.writeRate()),
          megabytes(row.firstRate()),
          megabytes(row.againRate()),
          row.isInDoubt() ? "not used: perhaps from the page cache" : "");
    }
    StringBuilder out = new StringBuilder(table.toString());
    if (calibration.rows().stream().anyMatch(Calibration.Row::isInDoubt)) {
      out.append(
          """

          A read that is as fast as the read after it may come from the DataNode's page cache. HDFS was
          asked to keep the blocks out of it, which it can with native code only. Give --drop-caches, or
          blocks larger than the memory of a node (--block-mb).
          """);
    }
    if (!calibration.isLocal()) {
      out.append(
          """

          All reads went over the network, which hides what is faster than it: this machine runs no
          DataNode. Run the command on one.
          """);
    }
    return out.toString();
  }

  /** Returns the keys as a Hadoop configuration file. */
  static String site(Map<String, String> keys, Calibration calibration) {
    StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append("<!-- Measured by `bin/trident calibrate`; MB/s:\n");
    for (Calibration.Row row : calibration.rows()) {
      out.append(
          "     %s, %s: %s%s%n"
              .formatted(
                  row.tier().label(),
                  EnumNames.dashed(row.distance()),
                  megabytes(row.firstRate()),
                  row.isInDoubt() ? ", not used: perhaps from the page cache" : ""));
    }
    out.append(
        "     Costs belong in mapred-site.xml and capacity-scheduler.xml, rates in mapred-site.xml. -->\n");
    out.append("<configuration>\n");
    keys.forEach(
        (key, value) ->
            out.append("  <property>\n    <name>")
                .append(key)
                .append("</name>\n    <value>")
                .append(value)
                .append("</value>\n  </property>\n"));
    return out.append("</configuration>\n").toString();
  }

  static String megabytes(double bytesPerSecond) {
    return String.format(Locale.ROOT, "%.0f", bytesPerSecond / (1 << 20));
  }
}
