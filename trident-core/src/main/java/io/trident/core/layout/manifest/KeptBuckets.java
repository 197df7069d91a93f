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

import java.util.List;
import java.util.Optional;

/** Buckets of which all is known, as objects. */
final class KeptBuckets extends Buckets {
  private final BucketEntry[] entries;

  /**
   * Copies a list.
   *
   * @throws NullPointerException if an entry is null
   */
  KeptBuckets(List<BucketEntry> entries) {
    this.entries = List.copyOf(entries).toArray(BucketEntry[]::new);
  }

  @Override
  public BucketEntry get(int bucket) {
    return entries[bucket];
  }

  @Override
  public int size() {
    return entries.length;
  }

  @Override
  long offset(int bucket) {
    return entries[bucket].offset();
  }

  @Override
  long length(int bucket) {
    return entries[bucket].length();
  }

  @Override
  long rows(int bucket) {
    return entries[bucket].rows();
  }

  @Override
  Optional<KeyRange> keys(int bucket) {
    return entries[bucket].keys();
  }
}
