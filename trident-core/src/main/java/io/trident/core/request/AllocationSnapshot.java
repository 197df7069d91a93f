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
package io.trident.core.request;

import java.util.List;

/**
 * The input of Algorithm 3: what an application wants and where there is room.
 *
 * @param asks the application's requests at one priority
 * @param nodes the nodes that may be used, in the order in which equal costs are to be taken
 * @param maxContainers the most containers that limits and fairness allow now; not negative
 * @param rackLocal c1
 * @param offRack c2
 */
public record AllocationSnapshot(
    List<ContainerAsk> asks,
    List<NodeRoom> nodes,
    int maxContainers,
    double rackLocal,
    double offRack) {
  public AllocationSnapshot {
    asks = List.copyOf(asks);
    nodes = List.copyOf(nodes);
    if (maxContainers < 0) {
      throw new IllegalArgumentException("maxContainers must not be negative: " + maxContainers);
    }
  }
}
