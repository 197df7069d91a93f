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
package io.trident.core.prefetch.feedback;

import io.trident.core.model.StorageTier;
import java.util.Objects;

/**
 * A block that was cached at a job's request.
 *
 * @param device name of the device that it was read from
 * @param tier tier of that device
 * @param bytes length of the block
 * @param seconds from the request until the host saw it cached; it may have been so earlier by as
 *     much as a DataNode takes to report, and the host to ask
 */
public record CacheRun(String device, StorageTier tier, long bytes, double seconds) {
  public CacheRun {
    Objects.requireNonNull(device, "device");
    Objects.requireNonNull(tier, "tier");
  }

  /** Returns whether both numbers are such as can be. */
  public boolean isUsable() {
    return bytes >= 0 && seconds >= 0 && Double.isFinite(seconds);
  }
}
