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
package io.trident.core.storage;

import io.trident.core.model.BlockInput;
import java.util.List;
import java.util.Objects;

/**
 * The blocks under one segment, in file order.
 *
 * @param segment what was asked for
 * @param availability whether the tiers are known
 * @param blocks the blocks that overlap the segment; empty unless {@link Availability#KNOWN}
 */
public record SegmentTiers(
    FileSegment segment, Availability availability, List<StoredBlock> blocks) {
  public SegmentTiers {
    Objects.requireNonNull(segment, "segment");
    Objects.requireNonNull(availability, "availability");
    blocks = List.copyOf(blocks);
  }

  /** Returns the input of a task that reads the segment; {@code bytes} is the overlap. */
  public List<BlockInput> inputs() {
    return blocks.stream()
        .map(
            block ->
                new BlockInput(
                    segment.overlap(block.offset(), block.length()),
                    block.replicas().stream().map(StoredReplica::toReplica).toList()))
        .toList();
  }

  /** Returns whether some replica is about to be cached: worth asking again soon. */
  public boolean cachePending() {
    return blocks.stream().anyMatch(StoredBlock::cachePending);
  }
}
