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
package io.trident.core.layout.selection;

import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.value.Value;
import java.util.Optional;

/**
 * Values that a query may want, from {@code least} to {@code most}, both included, in the order of
 * {@link Value}. Without a bound all values on that side, nulls below and NaN above included.
 */
public record Interval(Optional<Value> least, Optional<Value> most) {
  /** One value, which may be null. */
  public static Interval of(Value value) {
    return new Interval(Optional.of(value), Optional.of(value));
  }

  /** All values from one on. */
  public static Interval from(Value least) {
    return new Interval(Optional.of(least), Optional.empty());
  }

  /** All values up to one, and nulls. */
  public static Interval upTo(Value most) {
    return new Interval(Optional.empty(), Optional.of(most));
  }

  /** Returns the one value, if there is no other. */
  Optional<Value> point() {
    return least.equals(most) ? least : Optional.empty();
  }

  /** Returns whether a key within the bounds can be wanted. */
  boolean meets(KeyRange keys) {
    return least.map(bound -> bound.compareTo(keys.most()) <= 0).orElse(true)
        && most.map(bound -> bound.compareTo(keys.least()) >= 0).orElse(true);
  }
}
