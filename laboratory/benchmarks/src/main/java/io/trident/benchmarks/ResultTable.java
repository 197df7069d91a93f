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
package io.trident.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Measurements as a Markdown table. */
final class ResultTable {
  private static final MathContext DIGITS = new MathContext(3);

  private ResultTable() {}

  static String of(List<OperationMeasurement> measurements) {
    StringBuilder table = new StringBuilder();
    table.append(
        "| benchmark | kind | change | size | solver | median ms | min | max | CPU ms | bytes |%n"
            .formatted());
    table.append("|---|---|---|---|---|---:|---:|---:|---:|---:|%n".formatted());
    for (OperationMeasurement one : measurements) {
      table.append(
          "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  one.benchmark(),
                  one.parameter("kind"),
                  one.parameter("change"),
                  one.parameter("size"),
                  one.parameter("solver"),
                  number(one.medianMillis()),
                  number(one.minMillis()),
                  number(one.maxMillis()),
                  number(one.cpuMillis()),
                  Double.isNaN(one.allocatedBytes())
                      ? ""
                      : String.format(Locale.ROOT, "%,d", Math.round(one.allocatedBytes()))));
    }
    return table.toString();
  }

  /** Three significant digits: no measurement here is good for more. */
  static String number(double value) {
    return Double.isNaN(value)
        ? ""
        : BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
