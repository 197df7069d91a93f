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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.lab.testbed.ReadEvidence.MapRead;
import io.trident.minicluster.CacheWatch.Copy;
import io.trident.minicluster.ServedRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadEvidenceTest {
  private static final Map<String, String> RACKS =
      Map.of("10.1.1.1", "/r1", "10.1.1.2", "/r1", "10.1.2.3", "/r2");

  private static LocatedBlock block(long id, StorageType onFirst, StorageType onThird) {
    DatanodeInfo[] nodes = {node(1, "10.1.1.1"), node(3, "10.1.2.3")};
    return new LocatedBlock(
        new ExtendedBlock("BP-1", id, 100, 1),
        nodes,
        new String[] {"storage-1", "storage-3"},
        new StorageType[] {onFirst, onThird});
  }

  private static DatanodeInfo node(int number, String address) {
    return new DatanodeInfoBuilder()
        .setNodeID(new DatanodeID(address, "node" + number, "uuid-" + number, 9866, 9864, 0, 9867))
        .build();
  }

  private static ServedRead read(long block, int node, String reader, long bytes) {
    return new ServedRead("client", block, "uuid-" + node, reader, bytes, 0);
  }

  @Test
  void aMapCountsWithTheBlockThatItReadMostOf() {
    ReadEvidence evidence = new ReadEvidence(RACKS, new CacheLog());
    evidence.add(
        List.of(
            block(1, StorageType.NVDIMM, StorageType.DISK),
            block(2, StorageType.SSD, StorageType.DISK)));
    assertThat(
            ReadEvidence.count(
                evidence.of(
                    List.of("a", "b", "c", "d"),
                    Map.of(
                        "a",
                        List.of(read(1, 1, "10.1.1.1", 100), read(2, 3, "10.1.1.1", 7)),
                        "b",
                        List.of(read(2, 1, "10.1.1.2", 100)),
                        "c",
                        List.of(read(1, 3, "10.1.1.2", 100)),
                        "d",
                        // Of a file that is no input, such as the job's own.
                        List.of(read(9, 1, "10.1.1.1", 1000), read(1, 1, "10.1.1.1", 100))))))
        .isEqualTo(Map.of("memory-local", 2, "ssd-rack", 1, "disk-remote", 1));
  }

  @Test
  void silenceAndContradictionsAreErrors() {
    ReadEvidence evidence = new ReadEvidence(RACKS, new CacheLog());
    evidence.add(List.of(block(1, StorageType.NVDIMM, StorageType.DISK)));
    assertThatThrownBy(() -> evidence.of(List.of("a"), Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a");
    assertThatThrownBy(
            () -> evidence.of(List.of("a"), Map.of("a", List.of(read(1, 2, "10.1.1.2", 100)))))
        .hasMessageContaining("no replica of block 1");
  }

  @Test
  void aReadCountsAsFromMemoryIfItBeganWhileTheBlockWasCached(@TempDir Path directory)
      throws IOException {
    Path log = directory.resolve("datanode.log");
    Files.write(log, List.of(CacheLogTest.cached("12:00:10,000", 1)));
    CacheLog caches = new CacheLog();
    caches.read("uuid-1", log);
    ReadEvidence evidence = new ReadEvidence(RACKS, caches);
    evidence.add(
        List.of(
            block(1, StorageType.DISK, StorageType.DISK),
            block(2, StorageType.DISK, StorageType.DISK)));
    long before = LogTime.millis("2026-01-31 12:00:09,999");
    long after = LogTime.millis("2026-01-31 12:00:10,001");

    List<MapRead> maps =
        evidence.of(
            List.of("early", "late", "far", "other"),
            Map.of(
                "early", List.of(readAt(1, 1, "10.1.1.1", before)),
                "late", List.of(readAt(1, 1, "10.1.1.2", after)),
                "far", List.of(readAt(1, 3, "10.1.2.3", after)),
                "other", List.of(readAt(2, 1, "10.1.1.1", after))));

    assertThat(ReadEvidence.count(maps)).isEqualTo(Map.of("disk-local", 3, "memory-rack", 1));
    assertThat(maps).extracting(MapRead::attempt).containsExactly("early", "late", "far", "other");
    assertThat(maps).extracting(MapRead::startMillis).containsExactly(before, after, after, after);
    assertThat(
            ReadEvidence.wasted(
                Set.of(new Copy(1, "uuid-1"), new Copy(1, "uuid-3"), new Copy(2, "uuid-1")), maps))
        .isEqualTo(2);
    assertThat(ReadEvidence.wasted(Set.of(), maps)).isZero();
  }

  private static ServedRead readAt(long block, int node, String reader, long startMillis) {
    return new ServedRead("client", block, "uuid-" + node, reader, 100, startMillis);
  }

  @Test
  void aReadBeganAsLongBeforeItsLineAsItTook(@TempDir Path directory) throws IOException {
    Path log = directory.resolve("datanode.log");
    Files.writeString(
        log,
        "2026-01-31 12:00:10,500 DEBUG DataNode.clienttrace: src: /10.1.1.1:9866, dest:"
            + " /10.1.1.2:4321, volume: , bytes: 100, op: HDFS_READ, cliID:"
            + " DFSClient_attempt_17_0001_m_000002_0_123_1, offset: 0, srvID: uuid-1, blockid:"
            + " BP-1-10.1.0.2-17:blk_1073741825_1001, duration(ns): 2500000000\n");
    assertThat(ReadEvidence.readsOf("job_17_0001", List.of(log)).values())
        .singleElement()
        .satisfies(
            reads ->
                assertThat(reads)
                    .extracting(ServedRead::startMillis)
                    .containsExactly(LogTime.millis("2026-01-31 12:00:08,000")));
  }

  @Test
  void onlyReadsOfTheJobAreTakenFromTheLogs(@TempDir Path directory) throws IOException {
    Path log = directory.resolve("datanode.log");
    String line =
        "2026-01-01 DEBUG DataNode.clienttrace: src: /10.1.1.1:9866, dest: /10.1.1.2:4321, volume: ,"
            + " bytes: %d, op: %s, cliID: DFSClient_attempt_17_000%d_m_000002_0_123_1, offset: 0,"
            + " srvID: uuid-1, blockid: BP-1-10.1.0.2-17:blk_1073741825_1001, duration(ns): 5%n";
    Files.writeString(
        log,
        line.formatted(100, "HDFS_READ", 1)
            + "something else\n"
            + line.formatted(200, "HDFS_READ", 2)
            + line.formatted(300, "HDFS_WRITE", 2));

    assertThat(ReadEvidence.readsOf("job_17_0002", List.of(log)))
        .isEqualTo(
            Map.of(
                "attempt_17_0002_m_000002_0",
                List.of(
                    new ServedRead(
                        "DFSClient_attempt_17_0002_m_000002_0_123_1",
                        1073741825L,
                        "uuid-1",
                        "10.1.1.2",
                        200,
                        0))));
  }
}
