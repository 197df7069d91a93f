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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.workloads.InputTask;
import io.trident.benchmarks.workloads.InputTask.Range;
import io.trident.minicluster.ServedRead;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;

class TaskReadsTest {
  private static final int NODES = 3;
  private static final long BLOCK = 1000;
  private static final int BLOCKS = 4;
  private static final String FILE = "/input/part-0";

  private static final Map<String, String> ADDRESSES =
      Map.of("node0", "10.1.1.0", "node1", "10.1.1.1", "node2", "10.1.1.2");

  /** Block i of the file has the id 100 + i. */
  private static final TaskReads READS = new TaskReads(ADDRESSES, Map.of(FILE, blocks()));

  private static List<LocatedBlock> blocks() {
    List<LocatedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
      LocatedBlock block =
          new LocatedBlock(new ExtendedBlock("BP-1", 100 + i, BLOCK, 1), new DatanodeInfo[0]);
      block.setStartOffset(i * BLOCK);
      blocks.add(block);
    }
    return blocks;
  }

  private static InputTask task(int stage, int block, int node, long start, long end) {
    return new InputTask(
        stage,
        block,
        "node" + node,
        List.of(new Range(new Path("hdfs://10.1.0.1:8020" + FILE), block * BLOCK, BLOCK)),
        start,
        end);
  }

  private static ServedRead read(int block, int node, long bytes, long start) {
    return new ServedRead(
        "DFSClient_NONMAPREDUCE_1_2", 100 + block, "uuid", "10.1.1." + node, bytes, start);
  }

  @Test
  void aTasksReadsAreThoseOfItsBlocksThatItsNodeBeganMeanwhile() {
    ServedRead own = read(1, 0, BLOCK, 150);
    assertThat(
            READS.of(
                List.of(task(0, 1, 0, 100, 200)),
                List.of(
                    own,
                    read(1, 1, BLOCK, 150),
                    read(2, 0, BLOCK, 150),
                    read(1, 0, BLOCK, 99),
                    read(1, 0, BLOCK, 201))))
        .containsExactly(Map.entry(task(0, 1, 0, 100, 200).id(), List.of(own)));
  }

  @Test
  void aPartitionsFirstTaskIsMissedIfNothingIsKnownOfItsReads() {
    InputTask first = task(0, 1, 0, 100, 200);
    assertThat(READS.of(List.of(first), List.of())).isEqualTo(Map.of(first.id(), List.of()));
  }

  @Test
  void aTaskWhosePartitionWasCachedIsLeftOutThoughItsNeighbourReadOfItsBlock() {
    InputTask first = task(0, 1, 0, 100, 200);
    InputTask again = task(1, 1, 0, 300, 400);
    ServedRead whole = read(1, 0, BLOCK, 150);
    ServedRead neighbours = read(1, 0, BLOCK / 2 - 1, 350);
    assertThat(READS.of(List.of(first, again), List.of(whole, neighbours)))
        .isEqualTo(Map.of(first.id(), List.of(whole)));

    ServedRead evicted = read(1, 0, BLOCK, 360);
    assertThat(READS.of(List.of(first, again), List.of(whole, evicted)))
        .isEqualTo(Map.of(first.id(), List.of(whole), again.id(), List.of(evicted)));
  }

  /** However stages follow each other, on whatever nodes: each task is given its own read. */
  @Property
  void readsAreFoundAgain(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int stages) {
    Random random = new Random(seed);
    List<InputTask> tasks = new ArrayList<>();
    List<ServedRead> reads = new ArrayList<>();
    Map<String, List<ServedRead>> expected = new LinkedHashMap<>();
    for (int stage = 0; stage < stages; stage++) {
      for (int block = 0; block < BLOCKS; block++) {
        int node = random.nextInt(NODES);
        long start = stage * 1000L + random.nextInt(500);
        long end = start + 1 + random.nextInt(499);
        InputTask task = task(stage, block, node, start, end);
        tasks.add(task);
        if (stage == 0 || random.nextBoolean()) {
          ServedRead own = read(block, node, BLOCK, start + random.nextInt((int) (end - start)));
          reads.add(own);
          expected.put(task.id(), List.of(own));
        }
      }
    }
    Collections.shuffle(reads, random);
    assertThat(READS.of(tasks, reads)).isEqualTo(expected);
  }
}
