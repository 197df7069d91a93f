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
package io.trident.layout.avro;

import java.util.Arrays;
import org.apache.avro.io.BinaryData;

/** Numbers as Avro writes them. */
final class Numbers {
  private static final int MAX_BYTES = 10;

  private Numbers() {}

  /** Returns a number, zigzag-encoded as a varint. */
  static byte[] zigzag(long number) {
    byte[] bytes = new byte[MAX_BYTES];
    return Arrays.copyOf(bytes, BinaryData.encodeLong(number, bytes, 0));
  }
}
