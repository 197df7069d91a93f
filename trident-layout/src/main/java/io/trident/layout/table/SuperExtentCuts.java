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
package io.trident.layout.table;

import java.util.ArrayList;
import java.util.List;

/**
 * How a source file is cut into super-extents: runs of rows, given as ranges of bytes. A row is of
 * the range in which it begins.
 */
public final class SuperExtentCuts {
  private SuperExtentCuts() {}

  /**
   * A run of rows.
   *
   * @param from first byte
   * @param to byte after the last
   * @param extents how many extents each dimension of the super-extent has
   */
  public record Run(long from, long to, int extents) {}

  /**
   * Cuts a file. Super-extents have {@code extents * targetBytes} bytes. The last one has what is
   * left and, if that is less, fewer extents: the smallest divisor of {@code extents}, at least
   * {@link TableSpec#MIN_EXTENTS}, with which they do not exceed the target. If less is left than
   * {@code MIN_EXTENTS} extents, it is spread over the others.
   *
   * @param spec of the table
   * @param bytes length of the file
   * @return runs that cover the file; none if it is too small and stays as it is
   */
  public static List<Run> cut(TableSpec spec, long bytes) {
    long least = TableSpec.MIN_EXTENTS * spec.targetBytes();
    if (bytes < least) {
      return List.of();
    }
    long whole = spec.extents() * spec.targetBytes();
    long wholes = bytes / whole;
    long rest = bytes % whole;
    if (wholes > 0 && rest < least) {
      return even(spec, bytes, wholes);
    }
    List<Run> runs = new ArrayList<>(even(spec, wholes * whole, wholes));
    if (rest > 0) {
      runs.add(new Run(bytes - rest, bytes, extentsOf(spec, rest)));
    }
    return runs;
  }

  private static List<Run> even(TableSpec spec, long bytes, long runs) {
    List<Run> found = new ArrayList<>();
    long from = 0;
    for (long i = 0; i < runs; i++) {
      long to = from + (bytes - from) / (runs - i);
      found.add(new Run(from, to, spec.extents()));
      from = to;
    }
    return found;
  }

  private static int extentsOf(TableSpec spec, long bytes) {
    for (int extents = TableSpec.MIN_EXTENTS; extents < spec.extents(); extents++) {
      if (spec.extents() % extents == 0 && extents * spec.targetBytes() >= bytes) {
        return extents;
      }
    }
    return spec.extents();
  }
}
