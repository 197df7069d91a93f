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

import io.trident.core.request.PreferenceMap;
import java.util.OptionalDouble;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.jspecify.annotations.Nullable;

/**
 * The request that the scheduler keeps beside a container, to ask for it once more if it is lost
 * before it starts: a request for one container, and its score.
 *
 * <p>Each container placed has up to three of them and few are ever used, so the score is a field
 * and not a map in the request's bytes. It stays within the resource manager.
 */
final class ScoredRequest extends ResourceRequestPBImpl {
  private final OptionalDouble score;

  private ScoredRequest(OptionalDouble score) {
    this.score = score;
  }

  /** Returns what {@link ResourceRequest#clone} does of a request, for one container of a score. */
  static ResourceRequest of(ResourceRequest request, double score) {
    return copy(request, 1, OptionalDouble.of(score));
  }

  /** Returns the same for a container without a score, even if the request came with a map. */
  static ResourceRequest withoutScore(ResourceRequest request) {
    return copy(request, 1, OptionalDouble.empty());
  }

  /**
   * Returns a request without the bytes of its map, which a resource manager would else keep as
   * long as the request is pending.
   */
  static ResourceRequest withoutMap(ResourceRequest request) {
    return copy(request, request.getNumContainers(), OptionalDouble.empty());
  }

  private static ResourceRequest copy(
      ResourceRequest request, int containers, OptionalDouble score) {
    ScoredRequest one = new ScoredRequest(score);
    one.setPriority(request.getPriority());
    one.setResourceName(request.getResourceName());
    one.setCapability(request.getCapability());
    one.setNumContainers(containers);
    one.setRelaxLocality(request.getRelaxLocality());
    one.setNodeLabelExpression(request.getNodeLabelExpression());
    one.setAllocationRequestId(request.getAllocationRequestId());
    @Nullable ExecutionTypeRequest execution = request.getExecutionTypeRequest();
    if (execution != null) { // not itself: it has the map
      one.setExecutionTypeRequest(
          ExecutionTypeRequest.newInstance(
              execution.getExecutionType(), execution.getEnforceExecutionType()));
    }
    return one;
  }

  /** Returns the preference map of the one container. */
  PreferenceMap preferences() {
    return score.isPresent() ? PreferenceMap.ofOne(score.getAsDouble(), 1) : PreferenceMap.EMPTY;
  }

  // Two requests are equal if they ask for the same, as those of the superclass.

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
