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
package io.trident.core.request;

import java.nio.ByteBuffer;

/**
 * The preference map as bytes: the wire format between application and resource manager.
 *
 * <p>Version 1: one byte {@code 0x01}, then per entry, ascending by score, an IEEE 754 double and a
 * 32-bit count, both big-endian. A reader rejects everything else: other versions, truncated
 * entries, more than {@link #MAX_ENTRIES} entries, scores that are negative, not finite, repeated
 * or out of order, counts that are not positive.
 */
public final class PreferenceMapCodec {
  /** More distinct scores than any request has use for; bounds what a hostile map can cost. */
  public static final int MAX_ENTRIES = 1024;

  private static final byte VERSION = 1;
  private static final int ENTRY_BYTES = Double.BYTES + Integer.BYTES;

  private PreferenceMapCodec() {}

  /**
   * Encodes a map.
   *
   * @throws IllegalArgumentException if it has more than {@link #MAX_ENTRIES} entries
   */
  public static byte[] encode(PreferenceMap map) {
    if (map.size() > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          "A preference map of %d entries exceeds the limit of %d; round its scores."
              .formatted(map.size(), MAX_ENTRIES));
    }
    ByteBuffer out = ByteBuffer.allocate(1 + map.size() * ENTRY_BYTES);
    out.put(VERSION);
    for (int i = 0; i < map.size(); i++) {
      out.putDouble(map.score(i)).putInt(map.count(i));
    }
    return out.array();
  }

  /**
   * Decodes a map. O(entries); allocates nothing before the length is known to be sane.
   *
   * @throws MalformedPreferenceMapException if the bytes are not a valid map
   */
  public static PreferenceMap decode(ByteBuffer bytes) throws MalformedPreferenceMapException {
    ByteBuffer in = bytes.slice();
    if (!in.hasRemaining() || in.get() != VERSION) {
      throw new MalformedPreferenceMapException("not a version 1 preference map");
    }
    int entries = in.remaining() / ENTRY_BYTES;
    if (in.remaining() % ENTRY_BYTES != 0) {
      throw new MalformedPreferenceMapException("truncated entry");
    }
    if (entries > MAX_ENTRIES) {
      throw new MalformedPreferenceMapException(entries + " entries, at most " + MAX_ENTRIES);
    }
    double[] scores = new double[entries];
    int[] counts = new int[entries];
    double previous = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < entries; i++) {
      double score = in.getDouble();
      int count = in.getInt();
      if (!Double.isFinite(score) || score < 0 || score <= previous) {
        throw new MalformedPreferenceMapException("score " + score + " after " + previous);
      }
      if (count <= 0) {
        throw new MalformedPreferenceMapException("count " + count + " of score " + score);
      }
      scores[i] = score == 0 ? 0.0 : score; // one zero, see PreferenceMap
      counts[i] = count;
      previous = score;
    }
    return PreferenceMap.of(scores, counts);
  }
}
