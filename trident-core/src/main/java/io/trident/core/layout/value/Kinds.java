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
package io.trident.core.layout.value;

/** Comparison of values that are not of one kind. */
final class Kinds {
  private Kinds() {}

  /** Compares a value that is not null with null; another kind is an error of the caller. */
  static int compareWithNull(Value value, Value other) {
    if (other instanceof Value.Null) {
      return 1;
    }
    throw new IllegalArgumentException(
        "The value %s is of kind %s and cannot be compared with %s of kind %s; cast the column."
            .formatted(value, value.kind(), other, other.kind()));
  }
}
