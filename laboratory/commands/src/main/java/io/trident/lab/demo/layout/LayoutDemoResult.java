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

import java.util.List;

/**
 * What the demo found.
 *
 * @param options its size
 * @param dimensions columns of the dimensions, in order
 * @param superExtents number of super-extents
 * @param sourceBytes bytes of the files that were converted, a copy
 * @param tableBytes bytes of all replicas of the table
 * @param conversionSeconds how long the conversion took
 * @param recovery of what a node had
 * @param queries in order
 * @param seconds the whole demo
 */
public record LayoutDemoResult(
    LayoutDemoOptions options,
    List<String> dimensions,
    int superExtents,
    long sourceBytes,
    long tableBytes,
    double conversionSeconds,
    Recovery recovery,
    List<QueryResult> queries,
    double seconds) {
  /** Copies the lists. */
  public LayoutDemoResult {
    dimensions = List.copyOf(dimensions);
    queries = List.copyOf(queries);
  }
}
