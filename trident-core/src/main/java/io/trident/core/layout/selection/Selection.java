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

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import java.util.List;

/**
 * What a query reads of a super-extent in one dimension.
 *
 * @param dimension from 0
 * @param buckets all buckets that can have rows that match, in the order of extents and buckets
 * @param bytes their length
 * @param ranges how many ranges of bytes they are: buckets next to each other are one
 * @param cost what the ranges cost
 */
public record Selection(int dimension, List<Bucket> buckets, long bytes, int ranges, double cost) {
  /** Copies the list. */
  public Selection {
    buckets = List.copyOf(buckets);
  }

  /** Returns the extents of the buckets, in order. */
  public List<DataExtent> extents() {
    return buckets.stream().map(Bucket::in).distinct().toList();
  }
}
