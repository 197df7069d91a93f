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

import java.util.AbstractList;
import java.util.Optional;
import java.util.RandomAccess;

/** The buckets of an extent; what is asked of many of them takes no object. Immutable. */
abstract sealed class Buckets extends AbstractList<BucketEntry> implements RandomAccess
    permits KeptBuckets, PackedBuckets {

  /** Returns the first byte of a bucket in the extent. O(1). */
  abstract long offset(int bucket);

  /** Returns the bytes of a bucket. O(1). */
  abstract long length(int bucket);

  /** Returns the rows of a bucket. O(1). */
  abstract long rows(int bucket);

  /** Returns bounds of the keys of a bucket; nothing if it has no rows. O(their bytes). */
  abstract Optional<KeyRange> keys(int bucket);
}
