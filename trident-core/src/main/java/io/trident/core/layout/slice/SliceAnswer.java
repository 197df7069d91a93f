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
package io.trident.core.layout.slice;

import java.time.Duration;
import java.util.Set;

/** What becomes of a request for a slice. */
public sealed interface SliceAnswer<P> {
  /**
   * The client asks again.
   *
   * @param retryAfter when
   */
  record Wait<P>(Duration retryAfter) implements SliceAnswer<P> {}

  /**
   * The host reads the extent now, and reports {@link SliceSchedule#done} or {@link
   * SliceSchedule#failed}. The client asks again.
   *
   * @param retryAfter when
   * @param wanted the slices that are to be read: all that were not served, asked for or not
   */
  record Read<P>(Duration retryAfter, Set<Integer> wanted) implements SliceAnswer<P> {
    /** Copies the set. */
    public Read {
      wanted = Set.copyOf(wanted);
    }
  }

  /**
   * Here it is, until the host reports {@link SliceSchedule#taken}.
   *
   * @param slice its content
   */
  record Ready<P>(P slice) implements SliceAnswer<P> {}

  /** The client reads the extent itself. */
  record Refused<P>(Reason reason) implements SliceAnswer<P> {}

  /** Why a slice is refused. */
  enum Reason {
    /** The extent alone needs more memory than there is for slices. */
    TOO_LARGE,
    /** Too many extents are waited for, or there was no memory or reader in time. */
    BUSY,
    /** The extent could not be read. */
    FAILED
  }
}
