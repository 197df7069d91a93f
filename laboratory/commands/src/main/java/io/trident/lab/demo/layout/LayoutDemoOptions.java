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

import java.nio.file.Path;

/**
 * Size of the demo.
 *
 * @param nodes nodes, 6 to 32
 * @param racks racks, 3 to the number of nodes: each dimension has racks of its own
 * @param rows rows of the table, of some 150 bytes each
 * @param extents extents of a dimension of a super-extent, 4 to 32
 * @param directory of data and logs
 */
public record LayoutDemoOptions(int nodes, int racks, int rows, int extents, Path directory) {
  /** Bytes of a row, about. */
  static final int ROW_BYTES = 150;

  /** Bytes of an extent: HDFS has no smaller blocks by default. */
  static final int EXTENT_BYTES = 1 << 20;

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if one is out of range; the message has the option and range
   */
  public LayoutDemoOptions {
    require("--nodes", nodes, 6, 32);
    require("--racks", racks, 3, nodes);
    require("--extents", extents, 4, 32);
    int least = 4 * EXTENT_BYTES / ROW_BYTES * 2;
    require("--rows", rows, least, 20_000_000);
  }

  private static void require(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, not %d".formatted(option, min, max, value));
    }
  }
}
