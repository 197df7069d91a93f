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

import io.trident.core.model.StorageTier;
import java.util.Objects;

/**
 * A request to cache one block.
 *
 * @param block id of the block
 * @param bytes its length
 * @param node the node to cache it on, which holds the replica
 * @param device name of the device to read it from
 * @param tier tier of that device
 * @param cachedSeconds when it is expected to be in memory, in seconds from the request; 0 if that
 *     is before the job is submitted
 */
public record PrefetchStep(
    String block, long bytes, String node, String device, StorageTier tier, double cachedSeconds) {
  public PrefetchStep {
    Objects.requireNonNull(block, "block");
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(device, "device");
    Objects.requireNonNull(tier, "tier");
  }
}
