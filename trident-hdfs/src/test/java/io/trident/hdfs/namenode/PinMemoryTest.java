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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.namenode.LeaseTable.LeaseKey;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.Terms;
import java.lang.ref.Reference;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How much heap pins take, as docs and the description of the key state it. */
class PinMemoryTest {
  private static final int PINS = 50_000;
  private static final String[] NODES = {
    UUID.randomUUID().toString(), UUID.randomUUID().toString(), UUID.randomUUID().toString()
  };

  @Test
  void ofFilesOfEightBlocks() {
    assertThat(bytesPerPin(8, 10_000, "job_", "/data/warehouse/table/part-")).isBetween(400L, 600L);
  }

  @Test
  void atMost() {
    String path = "/" + "\u00fc\u4e2d".repeat(120); // 2 bytes a character, as heavy as may be
    assertThat(bytesPerPin(1, 1, path, path)).isBetween(1_500L, 2_600L);
  }

  @Test
  void ofThePathsThatHdfsAllowsThePinsWeighAsMuchAsTheyTake() {
    LeaseTable table = new LeaseTable(System::nanoTime, (pool, bytes) -> {});
    LeaseKey lease = new LeaseKey("anna", "lease");
    table.open(lease, new Terms("anna", "job", "pool", 1));
    long before = used();
    int pins = 1_000;
    for (int i = 0; i < pins; i++) {
      table.add(lease, new Pin("/\u4e2d" + "f".repeat(7_000) + i, i, NODES[0], NODES[0]), 1);
    }
    long bytes = used() - before;
    assertThat(bytes / table.weight()).isBetween(400L, 700L);
    Reference.reachabilityFence(table);
  }

  private static long bytesPerPin(int blocksPerFile, int pinsPerLease, String name, String path) {
    LeaseTable table = new LeaseTable(System::nanoTime, (pool, bytes) -> {});
    long before = used();
    String src = "";
    for (int i = 0; i < PINS; i++) {
      String user = i % 2 == 0 ? "anna" : "bert";
      int number = i / pinsPerLease;
      LeaseKey lease = new LeaseKey(user, name + number);
      table.open(lease, new Terms(user, name + number, "pool", 1));
      src = i % blocksPerFile == 0 ? path + i : src;
      table.add(lease, new Pin(src, 1L << 30 | i, NODES[i % 3], NODES[i % 3]), 1);
    }
    long bytes = used() - before;
    Reference.reachabilityFence(table);
    return bytes / PINS;
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}
