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

import io.trident.core.layout.Bucket;
import io.trident.core.layout.Extent;

/** A read of a rebuild. */
public sealed interface Read {
  /** Returns the extent that is read from. */
  Extent from();

  /** A read of one bucket, a range of an extent's bytes. */
  record OfBucket(Bucket bucket) implements Read {
    @Override
    public Extent from() {
      return bucket.in();
    }
  }

  /** A read of a whole extent, for the parity of its group. */
  record OfExtent(Extent from) implements Read {}
}
