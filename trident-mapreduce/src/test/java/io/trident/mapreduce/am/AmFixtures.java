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

import io.trident.core.cost.CostModel;
import io.trident.core.model.BlockInput;
import io.trident.core.model.RackResolver;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockKey;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.mapreduce.v2.util.MRBuilderUtils;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** Tasks, tiers and the topology of the unit tests: nodes n1, n2 in /r1, n3, n4 in /r2. */
final class AmFixtures {
  static final CostModel MODEL = CostModel.DEFAULT;
  static final RackResolver RACKS = node -> node.compareTo("n3") < 0 ? "/r1" : "/r2";

  private AmFixtures() {}

  static TaskAttemptId attempt(int split) {
    return attempt(split, 0);
  }

  static TaskAttemptId attempt(int split, int number) {
    return MRBuilderUtils.newTaskAttemptId(
        MRBuilderUtils.newTaskId(
            MRBuilderUtils.newJobId(ApplicationId.newInstance(1, 1), 1), split, TaskType.MAP),
        number);
  }

  static FileSegment segment(int split) {
    return new FileSegment("hdfs://nn/file" + split, 0, 100);
  }

  /** Tiers of a segment of one block: a node and a storage type in turn. */
  static SegmentTiers on(FileSegment segment, String... nodesAndTypes) {
    List<StoredReplica> replicas = new ArrayList<>();
    for (int i = 0; i < nodesAndTypes.length; i += 2) {
      replicas.add(
          new StoredReplica(nodesAndTypes[i], nodesAndTypes[i + 1], "", ReplicaState.STORED));
    }
    return new SegmentTiers(
        segment,
        Availability.KNOWN,
        List.of(new StoredBlock(new BlockKey(segment.path(), 1), 0, segment.length(), replicas)));
  }

  static List<BlockInput> block(Map<String, StorageTier> replicas) {
    return List.of(
        new BlockInput(
            100,
            replicas.entrySet().stream()
                .map(replica -> Replica.stored(replica.getKey(), replica.getValue()))
                .toList()));
  }

  static WaitingMap waiting(int split, Map<String, StorageTier> replicas) {
    List<String> names = new ArrayList<>(replicas.keySet());
    replicas.keySet().stream().map(RACKS::rackOf).distinct().forEach(names::add);
    return WaitingMap.of(attempt(split), names, block(replicas), RACKS, MODEL);
  }
}
