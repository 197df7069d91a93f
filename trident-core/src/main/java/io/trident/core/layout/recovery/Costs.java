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
package io.trident.core.layout.recovery;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import java.util.HashMap;
import java.util.Map;

/** Bytes of extents and reads; each extent's are summed once. */
final class Costs {
  private final Contents contents;
  private final ParityGroups parity;
  private final Map<Extent, Long> known = new HashMap<>();

  Costs(Contents contents, ParityGroups parity) {
    this.contents = contents;
    this.parity = parity;
  }

  long bytes(Read read) {
    return read instanceof Read.OfBucket one ? contents.bytes(one.bucket()) : bytes(read.from());
  }

  /** Returns the size of an extent; that of a parity is that of the longest of its group. */
  long bytes(Extent extent) {
    Long bytes = known.get(extent);
    if (bytes == null) {
      bytes =
          extent instanceof ParityExtent one
              ? parity.members(one.dimension(), one.group()).stream()
                  .mapToLong(this::bytes)
                  .max()
                  .orElse(0)
              : contents.bytes((DataExtent) extent);
      known.put(extent, bytes);
    }
    return bytes;
  }
}
