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
package io.trident.yarn.scheduler;

import io.trident.core.request.Asks;
import io.trident.core.request.ContainerAsk;
import io.trident.core.request.NodeRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.jspecify.annotations.Nullable;

/**
 * The requests of an application that may be served: strict locality withholds the wider ones, and
 * the scheduler takes a container as node-local only while its rack is asked for too.
 */
record ApplicationAsks<N extends SchedulerNode>(
    Map<String, ResourceRequest> requests, PendingPreferences preferences, RoomTable<N> table)
    implements Asks {

  @Override
  public int size() {
    return requests.size();
  }

  @Override
  public Iterable<ContainerAsk> all() {
    List<ContainerAsk> asks = new ArrayList<>(requests.size());
    for (String name : requests.keySet()) {
      @Nullable ContainerAsk ask = named(name);
      if (ask != null) {
        asks.add(ask);
      }
    }
    return asks;
  }

  @Override
  public @Nullable ContainerAsk named(String name) {
    @Nullable ResourceRequest request = requests.get(name);
    if (request == null) {
      return null;
    }
    int containers = request.getNumContainers();
    @Nullable NodeRoom host = table.host(name);
    if (host != null) {
      @Nullable ResourceRequest rack = requests.get(host.rack());
      containers = rack == null ? 0 : Math.min(containers, rack.getNumContainers());
    } else if (!request.getRelaxLocality()) {
      return null;
    }
    return containers <= 0
        ? null
        : new ContainerAsk(name, containers, preferences.get(name).limitedTo(containers));
  }

  @Override
  public double highestScore() {
    return preferences.highestScore();
  }
}
