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

import java.util.Objects;

/**
 * The part of a block that a task reads.
 *
 * @param block id of the block
 * @param bytes how much of it; not negative
 */
public record BlockRead(String block, long bytes) {
  public BlockRead {
    Objects.requireNonNull(block, "block");
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "A task reads %d bytes of block %s; give a number that is not negative."
              .formatted(bytes, block));
    }
  }
}
