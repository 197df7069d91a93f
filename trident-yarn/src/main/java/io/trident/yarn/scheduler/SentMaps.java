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

import io.trident.core.request.MalformedPreferenceMapException;
import io.trident.core.request.PreferenceMap;
import io.trident.yarn.wire.PreferenceMaps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the preference maps out of the requests that an application sends. */
final class SentMaps {
  private static final Logger LOG = LoggerFactory.getLogger(SentMaps.class);

  private final PreferencePlacement<?> placement;
  private final PlacementContext context;

  SentMaps(PreferencePlacement<?> placement, PlacementContext context) {
    this.placement = placement;
    this.context = context;
  }

  /** Returns the maps that requests carry, by resource name; an empty one for a malformed one. */
  Map<String, PreferenceMap> read(Collection<ResourceRequest> requests) {
    Map<String, PreferenceMap> sent = new HashMap<>();
    for (ResourceRequest request : requests) {
      if (request instanceof ScoredRequest scored) {
        sent.put(request.getResourceName(), scored.preferences());
      } else {
        read(request).ifPresent(map -> sent.put(request.getResourceName(), map));
      }
    }
    return sent;
  }

  /** Returns the requests as they are to be kept: without their maps, which are kept here. */
  Collection<ResourceRequest> withoutMaps(
      Collection<ResourceRequest> requests, Map<String, PreferenceMap> sent) {
    if (sent.isEmpty()) {
      return requests;
    }
    List<ResourceRequest> kept = new ArrayList<>(requests.size());
    for (ResourceRequest request : requests) {
      boolean stripped =
          !(request instanceof ScoredRequest) && sent.containsKey(request.getResourceName());
      kept.add(stripped ? ScoredRequest.withoutMap(request) : request);
    }
    return kept;
  }

  private Optional<PreferenceMap> read(ResourceRequest request) {
    try {
      return PreferenceMaps.read(request);
    } catch (MalformedPreferenceMapException e) {
      placement.state().metrics().mapRejected();
      if (context.firstWarning(placement.application().getApplicationId())) {
        LOG.warn(
            "{} in the request of {} for {}: served as a request without preferences. Further ones"
                + " of this application are counted in the metric {} MalformedMaps only.",
            e.getMessage(),
            placement.application().getApplicationId(),
            request.getResourceName(),
            PlacementMetrics.NAME);
      }
      return Optional.of(PreferenceMap.EMPTY);
    }
  }
}
