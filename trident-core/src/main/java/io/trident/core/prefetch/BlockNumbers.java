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
package io.trident.core.prefetch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The number of a block by its id. Tasks mostly read the blocks in order, so the block after the
 * one asked for last is tried before all are indexed.
 */
final class BlockNumbers {
  private final List<PrefetchBlock> blocks;
  private int next;
  private @Nullable NameIndex index;

  BlockNumbers(List<PrefetchBlock> blocks) {
    this.blocks = blocks;
  }

  /** Returns a block's number, or {@link NameIndex#NONE}. */
  int of(String id) {
    if (next == blocks.size()) {
      next = 0;
    }
    int number = !blocks.isEmpty() && blocks.get(next).id().equals(id) ? next : index().find(id);
    next = number + 1;
    return number;
  }

  private NameIndex index() {
    NameIndex known = index;
    if (known == null) {
      known = new NameIndex(blocks.size());
      for (PrefetchBlock block : blocks) {
        known.add(block.id());
      }
      index = known;
    }
    return known;
  }
}
