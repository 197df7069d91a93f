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
package io.trident.hdfs.datanode;

import static io.trident.hdfs.TieredHdfs.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.hdfs.TieredHdfs;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Replicas that are streamed to a DataNode: all of it or nothing. */
class ReplicaStreamIT {
  private static TieredHdfs hdfs;

  @BeforeAll
  static void start() throws IOException {
    hdfs =
        TieredHdfs.start(
            TieredHdfs.configuration(),
            1,
            new StorageType[][] {{StorageType.DISK}, {StorageType.DISK}});
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void injectNothing() {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }

  /** A block, its bytes, and a DataNode that has no replica of it. */
  private record Wanted(ExtendedBlock block, byte[] bytes, DataNode node, String volume) {
    ReplicaStream begin() {
      return new BlockWriter(node).begin(block, "DISK", volume);
    }

    boolean isThere() {
      return node.getFSDataset().isValidBlock(block);
    }

    /** Returns whether the DataNode has anything of it, even a file that it is receiving. */
    boolean isKnown() {
      return node.getFSDataset().contains(block);
    }

    byte[] stored() throws IOException {
      try (InputStream in = node.getFSDataset().getBlockInputStream(block, 0)) {
        return in.readAllBytes();
      }
    }
  }

  private static Wanted wanted(int length, long seed) throws Exception {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    Path path = new Path("/" + length + "-" + seed);
    try (FSDataOutputStream out =
        hdfs.fileSystem().create(path, true, 4096, (short) 1, 16L << 20)) {
      out.write(bytes);
    }
    LocatedBlock block = hdfs.blocks(path).get(0);
    int port = block.getLocations()[0].getXferPort();
    DataNode other =
        hdfs.cluster().getDataNodes().stream()
            .filter(node -> node.getXferPort() != port)
            .findFirst()
            .orElseThrow();
    try (FsVolumeReferences volumes = other.getFSDataset().getFsVolumeReferences()) {
      return new Wanted(block.getBlock(), bytes, other, volumes.get(0).getStorageID());
    }
  }

  private static void write(ReplicaStream out, byte[] bytes, int length, Random random)
      throws IOException {
    for (int done = 0; done < length; ) {
      if (random.nextInt(4) == 0) {
        out.write(bytes[done++]);
      } else {
        int part = Math.min(length - done, random.nextInt(200_000));
        out.write(bytes, done, part);
        done += part;
      }
    }
  }

  @Test
  void whatIsFinishedIsTheReplicaOfWhateverLength() throws Exception {
    Random random = new Random(1);
    int packet = 126 * 512;
    int[] lengths = {
      1, 511, 512, 513, packet - 1, packet, packet + 1, 2 * packet, 1 << 20, 3_000_017
    };
    for (int length : lengths) {
      Wanted wanted = wanted(length, length);
      try (ReplicaStream out = wanted.begin()) {
        write(out, wanted.bytes(), length, random);
        out.finish();
      }
      assertThat(wanted.isThere()).as("%d bytes", length).isTrue();
      assertThat(wanted.stored()).isEqualTo(wanted.bytes());
    }
  }

  @Test
  void whatIsNotFinishedLeavesNothingAndCanBeWrittenAtOnce() throws Exception {
    Random random = new Random(2);
    for (int i = 0; i < 20; i++) {
      int length = 1 + random.nextInt(1_000_000);
      Wanted wanted = wanted(length, i);
      int some = random.nextInt(4) == 0 ? length : random.nextInt(length);
      try (ReplicaStream out = wanted.begin()) {
        write(out, wanted.bytes(), some, random);
      }
      assertThat(wanted.isKnown()).as("%d of %d bytes", some, length).isFalse();
      try (ReplicaStream out = wanted.begin()) {
        write(out, wanted.bytes(), length, random);
        out.finish();
      }
      assertThat(wanted.stored()).isEqualTo(wanted.bytes());
    }
  }

  @Test
  void whatIsShorterOrLongerThanTheBlockIsNotFinished() throws Exception {
    for (int length : new int[] {1, 512, 64_512, 200_000}) {
      Wanted wanted = wanted(length, -length);
      for (int written : new int[] {length - 1, length + 1}) {
        try (ReplicaStream out = wanted.begin()) {
          out.write(new byte[written]);
          assertThatThrownBy(out::finish).isInstanceOf(UnwritableException.class);
        }
        assertThat(wanted.isKnown()).isFalse();
      }
    }
  }

  @Test
  void aVolumeThatIsNotThereOrFailsMeanwhileIsReportedAsUnwritable() throws Exception {
    Wanted wanted = wanted(4_000_000, 7);
    try (ReplicaStream out = new BlockWriter(wanted.node()).begin(wanted.block(), "NONE", "-")) {
      assertThatThrownBy(() -> out.write(wanted.bytes()))
          .isInstanceOf(UnwritableException.class)
          .hasMessageContaining("NONE");
    }
    DataNodeFaultInjector.set(
        new DataNodeFaultInjector() {
          @Override
          public void delayWriteToDisk() {
            throw new IllegalStateException("The volume has failed");
          }
        });
    try (ReplicaStream out = wanted.begin()) {
      assertThatThrownBy(
              () -> {
                out.write(wanted.bytes());
                out.finish();
              })
          .isInstanceOf(UnwritableException.class);
    }
    await("nothing is left", () -> !wanted.isKnown());
  }
}
