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
package io.trident.core.layout.manifest;

import io.trident.core.layout.value.Value;

/**
 * Bounds of keys: no key is less than {@code least} or more than {@code most}, in the order of
 * {@link Value}. The bounds themselves need not be keys.
 */
public record KeyRange(Value least, Value most) {
  /** Returns the range that has both. */
  public KeyRange with(KeyRange other) {
    Value lower = least.compareTo(other.least) <= 0 ? least : other.least;
    Value upper = most.compareTo(other.most) >= 0 ? most : other.most;
    return lower == least && upper == most ? this : new KeyRange(lower, upper);
  }

  /**
   * Returns bounds of at most as many bytes, so that long keys do not fill a manifest: the lower
   * one is cut, the upper one cut and made the next larger. An upper bound of which all kept bytes
   * are 0xff has no next larger, and stays as it is.
   */
  public KeyRange shortened(int bytes) {
    return new KeyRange(
        least instanceof Value.Bytes text && text.length() > bytes ? text.first(bytes) : least,
        most instanceof Value.Bytes text && text.length() > bytes ? text.above(bytes) : most);
  }
}
