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
package io.trident.layout.mapreduce.convert;

import io.trident.layout.mapreduce.shuffle.ShuffleKey;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.io.BytesWritable;

/** Counts the keys of the extents of a dimension without buckets, whose rows come in order. */
final class KeyCount {
  private final Map<Integer, Long> counts = new TreeMap<>();
  private byte[] last = {};

  /** Adds the next row. */
  void add(BytesWritable key) {
    byte[] next = ShuffleKey.bucketAndValue(key);
    if (!Arrays.equals(last, next)) {
      last = next;
      counts.merge(ShuffleKey.bucket(key).extent(), 1L, Long::sum);
    }
  }

  /** Returns a line for each extent that has keys. */
  String toText() {
    return counts.entrySet().stream()
        .map(one -> "%d %d%n".formatted(one.getKey(), one.getValue()))
        .collect(Collectors.joining());
  }

  /** Reads what {@link #toText} returns. */
  static Map<Integer, Long> read(String text) {
    return text.lines()
        .map(line -> line.split(" ", -1))
        .collect(Collectors.toMap(one -> Integer.valueOf(one[0]), one -> Long.valueOf(one[1])));
  }
}
