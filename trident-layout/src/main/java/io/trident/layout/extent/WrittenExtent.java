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
package io.trident.layout.extent;

import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import java.util.List;

/**
 * An extent as it was written.
 *
 * @param object its bytes
 * @param buckets its buckets, in order
 */
public record WrittenExtent(WrittenObject object, List<BucketEntry> buckets) {
  /** Copies the list. */
  public WrittenExtent {
    buckets = List.copyOf(buckets);
  }

  /** Returns the manifest's entry, once the host knows the block. */
  public ExtentEntry at(BlockIdentity identity) {
    return new ExtentEntry(object.at(identity), buckets);
  }
}
