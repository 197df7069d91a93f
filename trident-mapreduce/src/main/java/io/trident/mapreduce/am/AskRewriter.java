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
package io.trident.mapreduce.am;

import io.trident.core.request.PreferenceMap;
import io.trident.core.request.PreferenceTable;
import io.trident.yarn.wire.PreferenceMaps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Puts preference maps on the asks for maps and for reduces, and repeats asks whose map changed.
 *
 * <p>Reduces may be anywhere, and their map states it: the scheduler then spreads them over racks.
 *
 * <p>The stock allocator sends an ask only when its count changes. When a replica moves to another
 * tier counts do not change, so the last ask for the name is sent again with its new map; but not
 * the one for any node. Its count limits how many containers are given, and sent again it would
 * count those that are on their way once more. Asks for nodes and racks do so until the next
 * heartbeat, as the stock allocator's own do when a further map names the node. Not thread-safe.
 */
final class AskRewriter {
  private final Priority mapPriority;
  private final Priority reducePriority;
  private final Map<String, ResourceRequest> lastSent = new HashMap<>();

  /**
   * @param mapPriority the priority of asks for maps
   * @param reducePriority the priority of asks for reduces
   */
  AskRewriter(Priority mapPriority, Priority reducePriority) {
    this.mapPriority = mapPriority;
    this.reducePriority = reducePriority;
  }

  /**
   * Returns the asks to send in place of the given ones, which are not changed. Until the
   * preferences are noted as sent, each call repeats the asks whose map changed.
   */
  List<ResourceRequest> rewrite(List<ResourceRequest> asks, PreferenceTable<?> preferences) {
    Set<String> again = new HashSet<>(preferences.changed());
    List<ResourceRequest> rewritten = new ArrayList<>(asks.size());
    for (ResourceRequest ask : asks) {
      if (!mapPriority.equals(ask.getPriority())) {
        rewritten.add(reducePriority.equals(ask.getPriority()) ? anywhere(ask) : ask);
        continue;
      }
      String name = ask.getResourceName();
      again.remove(name);
      ResourceRequest stamped = stamp(ask, preferences);
      rewritten.add(stamped);
      if (ask.getNumContainers() > 0) {
        lastSent.put(name, stamped);
      } else {
        lastSent.remove(name);
      }
    }
    for (String name : again) {
      ResourceRequest last = lastSent.get(name);
      if (last != null && !ResourceRequest.isAnyLocation(name)) {
        ResourceRequest stamped = stamp(last, preferences);
        lastSent.put(name, stamped);
        rewritten.add(stamped);
      }
    }
    return rewritten;
  }

  private static ResourceRequest anywhere(ResourceRequest ask) {
    return PreferenceMaps.attach(ask, PreferenceMap.anywhere(ask.getNumContainers()));
  }

  private static ResourceRequest stamp(ResourceRequest ask, PreferenceTable<?> preferences) {
    return PreferenceMaps.attach(
        ask, preferences.mapOf(ask.getResourceName(), ask.getNumContainers()));
  }
}
