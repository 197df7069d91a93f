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
package io.trident.benchmarks.swim.replay;

import java.util.SplittableRandom;
import org.apache.hadoop.io.BytesWritable;

/** Random bytes, which no compression shortens; the same ones for the same seed. */
final class Filler {
  private static final int LENGTH = 1 << 16;

  private final SplittableRandom random;
  private final byte[] bytes = new byte[LENGTH];
  private int position;

  Filler(long seed) {
    random = new SplittableRandom(seed);
    random.nextBytes(bytes);
  }

  /** Returns a random number. */
  long number() {
    return random.nextLong();
  }

  /** Returns bytes to write {@link #LENGTH} of, or less, from the start; to be read only. */
  byte[] chunk() {
    return bytes;
  }

  /**
   * Fills a value.
   *
   * @param length at most {@link #LENGTH}
   */
  void fill(BytesWritable value, int length) {
    if (position + length > LENGTH) {
      position = 0;
    }
    value.set(bytes, position, length);
    position += length;
  }
}
