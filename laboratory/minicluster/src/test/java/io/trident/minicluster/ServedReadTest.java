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
package io.trident.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServedReadTest {
  private static final long END = 1_795_216_200_000L;
  private static final String READ =
      "src: /127.0.0.12:40123, dest: /127.0.0.13:50321, volume: , bytes: 4128000, op: HDFS_READ,"
          + " cliID: DFSClient_attempt_1795216121393_0001_m_000003_0_-113_1, offset: 0,"
          + " srvID: 540fd145-1783-432c-ad53-7bb630bd079c,"
          + " blockid: BP-1519835538-127.0.0.1-1795216121393:blk_1073741827_1003,"
          + " duration(ns): 2500000";

  @Test
  void readsTheClientTraceOfADataNode() {
    ServedRead read = ServedRead.parse(READ, END).orElseThrow();
    assertThat(read.blockId()).isEqualTo(1073741827L);
    assertThat(read.bytes()).isEqualTo(4128000);
    assertThat(read.startMillis()).as("2.5 ms before it ended").isEqualTo(END - 2);
    assertThat(read.readerAddress()).isEqualTo("127.0.0.13");
    assertThat(read.dataNodeUuid()).isEqualTo("540fd145-1783-432c-ad53-7bb630bd079c");
    assertThat(read.attempt()).contains("attempt_1795216121393_0001_m_000003_0");
  }

  @Test
  void aReadOutsideAnyTaskHasNoAttempt() {
    String line = READ.replaceAll("DFSClient_attempt[^,]*", "DFSClient_NONMAPREDUCE_12_1");
    assertThat(ServedRead.parse(line, END).orElseThrow().attempt()).isEmpty();
  }

  @Test
  void writesAndShortCircuitLinesAreNotReads() {
    assertThat(ServedRead.parse(READ.replace("HDFS_READ", "HDFS_WRITE"), END)).isEmpty();
    assertThat(
            ServedRead.parse("src: 127.0.0.1, dest: 127.0.0.1, op: REQUEST_SHORT_CIRCUIT_FDS", END))
        .isEmpty();
  }
}
