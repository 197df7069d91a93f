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
package io.trident.hdfs.locate;

import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a whole file.
 *
 * @param availability whether the tiers are known
 * @param blocks all blocks in file order; empty unless {@link Availability#KNOWN}
 * @param cachePending whether some replica is about to be cached
 */
record FileTiers(Availability availability, List<StoredBlock> blocks, boolean cachePending) {
  FileTiers {
    blocks = List.copyOf(blocks);
  }

  static FileTiers unknown(Availability why) {
    return new FileTiers(why, List.of(), false);
  }

  static FileTiers known(List<StoredBlock> blocks) {
    return new FileTiers(
        Availability.KNOWN, blocks, blocks.stream().anyMatch(StoredBlock::cachePending));
  }

  /** Returns the blocks under a segment of this file; O(log blocks + blocks returned). */
  SegmentTiers under(FileSegment segment) {
    List<StoredBlock> under = new ArrayList<>();
    for (int i = firstEndingAfter(segment.offset()); i < blocks.size(); i++) {
      StoredBlock block = blocks.get(i);
      if (block.offset() >= segment.end()) {
        break;
      }
      if (segment.overlap(block.offset(), block.length()) > 0) {
        under.add(block);
      }
    }
    return new SegmentTiers(segment, availability, under);
  }

  private int firstEndingAfter(long position) {
    int low = 0;
    int high = blocks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      StoredBlock block = blocks.get(middle);
      if (block.offset() + block.length() <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
