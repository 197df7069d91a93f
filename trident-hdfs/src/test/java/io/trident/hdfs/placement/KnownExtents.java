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
package io.trident.hdfs.placement;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.jspecify.annotations.Nullable;

/** What a placement policy knows of tables: some seconds after one was published it does. */
public final class KnownExtents {
  private KnownExtents() {}

  /** Returns whether a policy finds the blocks of an extent's parity group. */
  public static boolean has(BlockPlacementPolicy policy, String path) {
    @Nullable LayoutView view = ((TierPlacementPolicy) policy).layout();
    return view != null && view.find(path).filter(found -> found.file().isPresent()).isPresent();
  }
}
