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
package io.trident.lab.queries;

import java.nio.file.Path;
import java.util.List;

/**
 * What is measured of slices.
 *
 * @param scale factor of the size of the tables, more than 0 and at most 10
 * @param extents extents of a super-extent, and partitions, 4 to 64
 * @param superExtents super-extents of the greater table, 1 to 64
 * @param slices of each partition, 2 to 1000
 * @param slots tasks at a time, 1 to 1000
 * @param variants names of the variants beside that of stock; empty for all
 * @param repetitions how often each variant is measured, 1 to 100
 * @param directory of data and logs
 */
record SliceQueriesOptions(
    double scale,
    int extents,
    int superExtents,
    int slices,
    int slots,
    List<String> variants,
    int repetitions,
    Path directory) {
  /** Formats of lines are sliced. */
  static final String FORMAT = "csv";

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if one is out of range; the message has the option and range
   */
  SliceQueriesOptions {
    variants = List.copyOf(variants);
    LayoutQueriesOptions.requireScale(scale);
    LayoutQueriesOptions.require("--extents", extents, 4, 64);
    LayoutQueriesOptions.require("--super-extents", superExtents, 1, 64);
    LayoutQueriesOptions.require("--slices", slices, 2, 1_000);
    LayoutQueriesOptions.require("--slots", slots, 1, 1_000);
    LayoutQueriesOptions.require("--repetitions", repetitions, 1, 100);
    LayoutQueriesOptions.requireKnown("--layouts", variants, SliceVariant.names());
  }

  /** Whether a variant is to be measured; that of stock always is. */
  boolean includes(SliceVariant variant) {
    return variants.isEmpty()
        || variants.contains(variant.name())
        || variant.name().equals(SliceVariant.SHUFFLED);
  }
}
