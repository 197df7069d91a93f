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
package io.trident.benchmarks.rmload;

import io.trident.core.request.PreferenceMap;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * An application that asks for more than it gets, and goes on asking: at its first heartbeat for
 * all, then for one of its requests again at each.
 */
final class StandingApplication implements SimulatedNode.Runs {
  private static final Priority PRIORITY = Priority.newInstance(20);

  private final List<Ask> asks;
  private boolean stay;
  private int heartbeats;

  /**
   * A request.
   *
   * @param relaxed whether places beyond this one will do
   */
  record Ask(String name, int containers, boolean relaxed, PreferenceMap preferences) {
    ResourceRequest request() {
      return MapRequests.request(PRIORITY, name, containers, relaxed, preferences);
    }
  }

  StandingApplication(List<Ask> asks) {
    this.asks = List.copyOf(asks);
  }

  /** Its containers never end, and it asks once only. */
  StandingApplication withContainersThatStay() {
    stay = true;
    return this;
  }

  boolean containersStay() {
    return stay;
  }

  List<ResourceRequest> takeAsks() {
    List<ResourceRequest> taken = new ArrayList<>();
    int heartbeat = heartbeats++;
    if (heartbeat == 0) {
      asks.forEach(ask -> taken.add(ask.request()));
    } else if (!stay) {
      taken.add(asks.get(heartbeat % asks.size()).request());
    }
    return taken;
  }

  @Override
  public void containerEnded(long now) {
    // It has asked for more than enough.
  }
}
