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
package io.trident.benchmarks.results;

import io.trident.core.model.Medium;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Where a map read its input from.
 *
 * @param medium of the node that served it
 * @param distance of that node
 */
public record ReadFrom(Medium medium, Distance distance) {
  /** How far the node that served a read is from the one that read. */
  public enum Distance {
    /** The same node. */
    LOCAL,
    /** Another node of the rack. */
    RACK,
    /** Another rack. */
    REMOTE
  }

  /** Returns all, local ones first, the fastest medium first. */
  public static List<ReadFrom> all() {
    return Stream.of(Distance.values())
        .flatMap(
            distance -> Stream.of(Medium.values()).map(medium -> new ReadFrom(medium, distance)))
        .toList();
  }

  /** Returns the name in JSON: {@code memory-local}, ..., {@code disk-remote}. */
  public String label() {
    return (medium + "-" + distance).toLowerCase(Locale.ROOT);
  }
}
