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
package io.trident.benchmarks.workloads;

import java.util.Locale;

/**
 * A line of {@code uservisits} as jobs read it.
 *
 * @param source address of the visitor
 * @param page address of the page
 * @param date day of the visit, as written: such dates compare as text
 * @param revenue revenue
 */
public record VisitFields(String source, String page, String date, double revenue) {
  private static final String FROM = Join.FROM.toString();
  private static final String TO = Join.TO.toString();

  /** Reads the first four fields. */
  public static VisitFields parse(String line) {
    String[] fields = line.split(",", 5);
    return new VisitFields(fields[0], fields[1], fields[2], Double.parseDouble(fields[3]));
  }

  /** Whether the join counts it. */
  public boolean isInPeriod() {
    return date.compareTo(FROM) >= 0 && date.compareTo(TO) <= 0;
  }

  /** Returns a revenue as results have it. */
  public static String format(double revenue) {
    return String.format(Locale.ROOT, "%.6f", revenue);
  }
}
