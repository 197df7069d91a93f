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
package io.trident.benchmarks.availability;

import io.trident.core.layout.placement.HomeNodes;
import io.trident.core.layout.placement.Rack;

/** What fails as a whole. */
public enum FailedUnit {
  /** Machines fail, each by itself: Figure 8. */
  MACHINE,
  /** Racks fail, with all their machines: Figure 7. */
  RACK;

  int in(Rack rack) {
    return this == RACK ? 1 : rack.nodes().size();
  }

  String of(HomeNodes.Home home) {
    return this == RACK ? home.rack() : home.rack() + "/" + home.node();
  }
}
