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
import java.util.Objects;

/**
 * A task that a job is about to run: one split of its input.
 *
 * @param name unique in a snapshot
 * @param reads what it reads, in order; empty if it has no input
 */
public record PrefetchTask(String name, List<BlockRead> reads) {
  public PrefetchTask {
    Objects.requireNonNull(name, "name");
    reads = List.copyOf(reads);
  }

  /** The task of a split that is one whole block. */
  public static PrefetchTask of(PrefetchBlock block) {
    return new PrefetchTask(block.id(), List.of(new BlockRead(block.id(), block.bytes())));
  }
}
