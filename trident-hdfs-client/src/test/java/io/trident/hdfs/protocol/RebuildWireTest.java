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
package io.trident.hdfs.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.PollRebuildsRequestProto;
import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.RebuildOutcomeProto;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RebuildWireTest {
  @Test
  void pollsSurviveTheWire() {
    List<RebuildOutcome> outcomes =
        Arrays.stream(Result.values()).map(one -> new RebuildOutcome(3, one, 1L << 40)).toList();
    RebuildPoll poll = new RebuildPoll("node", 17, Map.of(4L, 0L, 5L, 1L << 40), outcomes, 2);

    assertThat(RebuildWire.convert(RebuildWire.convert(poll))).isEqualTo(poll);
  }

  @Test
  void aDataNodeOfAnEarlierReleaseReportsNoProgress() {
    PollRebuildsRequestProto request =
        PollRebuildsRequestProto.newBuilder()
            .setDatanodeUuid("node")
            .setEpoch(1)
            .setSlots(0)
            .addRunning(7)
            .build();

    assertThat(RebuildWire.convert(request).progress()).isEqualTo(Map.of(7L, 0L));
  }

  @Test
  void badReplicasSurviveTheWire() {
    List<BadReplica> bad =
        List.of(
            new BadReplica(new DataExtent(2, 7), "one"),
            new BadReplica(new ParityExtent(0, 1, 1), "other"));
    RebuildPoll poll =
        new RebuildPoll(
            "node", 17, Map.of(), List.of(new RebuildOutcome(3, Result.CORRUPT_SOURCE, 9, bad)), 2);

    assertThat(RebuildWire.convert(RebuildWire.convert(poll))).isEqualTo(poll);
  }

  @Test
  void grantsSurviveTheWire() {
    RebuildTask data =
        new RebuildTask(
            1,
            16_386,
            3,
            new DataExtent(2, 7),
            new StoredObject(new BlockIdentity(1, 1L << 40, 3), 4, -5),
            Set.of(new DataExtent(2, 7), new ParityExtent(0, 1, 0)),
            "DISK",
            "DS-1");
    RebuildTask parity =
        new RebuildTask(
            2,
            16_386,
            3,
            new ParityExtent(1, 0, 1),
            new StoredObject(new BlockIdentity(1, 2, 3), 0, 5),
            Set.of(new ParityExtent(1, 0, 1)),
            "SSD",
            "x");
    RebuildGrant grant = new RebuildGrant(9, List.of(data, parity), Set.of(8L), "BP-1");

    assertThat(RebuildWire.convert(RebuildWire.convert(grant))).isEqualTo(grant);
  }

  @Test
  void aResultOfALaterReleaseIsAFailure() {
    PollRebuildsRequestProto request =
        PollRebuildsRequestProto.newBuilder()
            .setDatanodeUuid("node")
            .setEpoch(1)
            .setSlots(0)
            .addOutcomes(
                RebuildOutcomeProto.newBuilder().setId(1).setResult("NEWER").setBytesRead(0))
            .build();

    assertThat(RebuildWire.convert(request).outcomes())
        .containsExactly(new RebuildOutcome(1, Result.FAILED, 0));
  }
}
