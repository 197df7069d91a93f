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

import static io.trident.yarn.scheduler.MockCluster.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.request.PreferenceMap;
import io.trident.yarn.wire.PreferenceMaps;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.junit.jupiter.api.Test;

class ScoredRequestTest {
  private static ResourceRequest everything() {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(7))
        .resourceName("n1")
        .capability(Resource.newInstance(1234, 5))
        .numContainers(9)
        .relaxLocality(false)
        .nodeLabelExpression("gpu")
        .executionTypeRequest(ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true))
        .allocationRequestId(42)
        .build();
  }

  /** A field that a later Hadoop clones, and we do not, is found here. */
  @Test
  void isStocksCloneForOneContainer() {
    ResourceRequest stock = ResourceRequest.clone(everything());
    stock.setNumContainers(1);
    for (ResourceRequest ours :
        new ResourceRequest[] {
          ScoredRequest.of(everything(), 8), ScoredRequest.withoutScore(everything())
        }) {
      assertThat(((ResourceRequestPBImpl) ours).getProto())
          .isEqualTo(((ResourceRequestPBImpl) stock).getProto());
    }
  }

  @Test
  void hasItsScoreAndNothingOfTheRequestsMap() throws Exception {
    ResourceRequest sent = PreferenceMaps.attach(everything(), map(1, 3, 20, 6));
    ScoredRequest scored = (ScoredRequest) ScoredRequest.of(sent, 20);
    assertThat(scored.preferences()).isEqualTo(map(20, 1));
    assertThat(PreferenceMaps.read(scored)).isEmpty();
    ScoredRequest without = (ScoredRequest) ScoredRequest.withoutScore(sent);
    assertThat(without.preferences()).isEqualTo(PreferenceMap.EMPTY);
    assertThat(PreferenceMaps.read(without)).isEmpty();
  }
}
