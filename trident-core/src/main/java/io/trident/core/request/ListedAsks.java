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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests of a list. */
final class ListedAsks implements Asks {
  private final List<ContainerAsk> asks;
  private final Map<String, ContainerAsk> byName = new HashMap<>();
  private final double highestScore;

  ListedAsks(List<ContainerAsk> asks) {
    this.asks = asks;
    double highest = 0;
    for (ContainerAsk ask : asks) {
      byName.putIfAbsent(ask.resourceName(), ask);
      if (!ask.preferences().isEmpty()) {
        highest = Math.max(highest, ask.preferences().highest());
      }
    }
    highestScore = highest;
  }

  @Override
  public int size() {
    return asks.size();
  }

  @Override
  public Iterable<ContainerAsk> all() {
    return asks;
  }

  @Override
  public @Nullable ContainerAsk named(String resourceName) {
    return byName.get(resourceName);
  }

  @Override
  public double highestScore() {
    return highestScore;
  }
}
