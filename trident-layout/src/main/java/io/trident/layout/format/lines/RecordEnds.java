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
package io.trident.layout.format.lines;

/** Finds the ends of records. Has a state: one for each reading. */
interface RecordEnds {
  /** Takes the next byte; returns whether it is the line feed that ends a record. */
  boolean isEnd(byte one);

  /**
   * Takes bytes up to the next end.
   *
   * @return where that is, or {@code to} if all bytes were taken, and none is an end
   */
  default int end(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isEnd(bytes[i])) {
        return i;
      }
    }
    return to;
  }

  /** Each line feed ends a record. */
  static RecordEnds lineFeeds() {
    return LineFeeds.ANY;
  }
}
