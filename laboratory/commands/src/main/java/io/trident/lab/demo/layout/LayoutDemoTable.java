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
package io.trident.lab.demo.layout;

import java.util.Locale;

/** The results as text. */
final class LayoutDemoTable {
  private LayoutDemoTable() {}

  static String of(LayoutDemoResult result) {
    Recovery recovery = result.recovery();
    StringBuilder out = new StringBuilder();
    line(
        out,
        "%s died with %d extents and parities, %.1f MB. %d were rebuilt in %.1f s from %.1f MB.",
        recovery.node(),
        recovery.lost().size(),
        recovery.bytesLost() / 1e6,
        recovery.rebuilt(),
        recovery.seconds(),
        recovery.bytesRead() / 1e6);
    line(out, "");
    line(
        out,
        "%-12s %-10s %10s %10s %12s %12s  %s",
        "query",
        "dimension",
        "read MB",
        "scan MB",
        "shuffled kB",
        "scan kB",
        "answers");
    for (QueryResult query : result.queries()) {
      line(
          out,
          "%-12s %-10s %10.2f %10.2f %12.1f %12.1f  %s",
          query.name(),
          query.dimension(),
          query.bytesRead() / 1e6,
          query.bytesScan() / 1e6,
          query.shuffleBytes() / 1e3,
          query.shuffleBytesScan() / 1e3,
          query.equal() ? "equal" : "DIFFERENT");
    }
    return out.toString();
  }

  private static void line(StringBuilder out, String format, Object... arguments) {
    out.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
  }
}
