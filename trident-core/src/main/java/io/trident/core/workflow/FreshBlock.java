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
package io.trident.core.workflow;

import io.trident.core.model.Replica;
import java.util.List;
import java.util.Objects;

/**
 * A block that a job has just written.
 *
 * @param id name of the block, unique in the output
 * @param bytes its length; not negative
 * @param replicas where it is
 */
public record FreshBlock(String id, long bytes, List<Replica> replicas) {
  public FreshBlock {
    Objects.requireNonNull(id, "id");
    replicas = List.copyOf(replicas);
    if (bytes < 0) {
      throw new IllegalArgumentException("Block %s has %d bytes".formatted(id, bytes));
    }
  }
}
