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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.convert.ConversionRequest.By;
import io.trident.layout.mapreduce.convert.ConversionRequest.Partition;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.verify.Verification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.JavaKeyStoreProvider;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clear error or a right result, and nothing lost. */
@Tag("slow")
class BadInputIT {
  private static final String XOR = "XOR-2-1-1024k";
  private static final String KEY = "key";

  private static LocalCluster cluster;

  @BeforeAll
  static void start(@TempDir java.nio.file.Path directory) throws Exception {
    String keys = JavaKeyStoreProvider.SCHEME_NAME + "://file" + directory.resolve("keys.jceks");
    cluster =
        LocalCluster.start(
            3, Map.of(CommonConfigurationKeys.HADOOP_SECURITY_KEY_PROVIDER_PATH, keys));
    cluster.files().enableErasureCodingPolicy(XOR);
    DFSTestUtil.createKey(KEY, cluster.hdfs(), cluster.conf());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static TestFiles write(String directory) throws IOException {
    TestFiles source = new TestFiles("csv", 600, new Random(directory.hashCode()));
    source.writeTo(cluster.files(), new Path(directory));
    return source;
  }

  private static void put(String file, String text) throws IOException {
    try (FSDataOutputStream out = cluster.files().create(new Path(file), true)) {
      out.writeBytes(text);
    }
  }

  private static void isRefused(String directory, ConversionRequest request, String... words)
      throws IOException {
    List<String> before = cluster.names(new Path(directory));
    assertThatThrownBy(() -> cluster.conversion().run(new Path(directory), request, Earlier.RESUME))
        .isInstanceOfAny(IOException.class, IllegalArgumentException.class)
        .hasMessageContainingAll(words);
    assertThat(cluster.names(new Path(directory))).isEqualTo(before);
  }

  private static By hash(String column) {
    return new By(column, Partition.HASH, Optional.empty());
  }

  @Test
  void aColumnThatIsNotThereIsAnError() throws Exception {
    TestFiles source = write("/unknown");

    isRefused(
        "/unknown", source.request(List.of(hash("idd")), 4, 4_000), "no column idd", "[id, name");
    isRefused(
        "/unknown", source.request(List.of(hash("ORIGINAL")), 4, 4_000), "Leave ORIGINAL out");
    isRefused("/unknown", source.request(List.of(hash("id"), hash("id")), 4, 4_000), "given twice");
  }

  @Test
  void aDirectoryThatIsTooSmallStaysAsItIs() throws Exception {
    TestFiles source = write("/small");

    isRefused("/small", source.request(4, 1 << 20), "at least 4 extents", "smaller target");
    cluster.files().mkdirs(new Path("/empty"));
    isRefused("/empty", new TestFiles("text", 4, new Random(1)).request(4, 1), "0 bytes");
  }

  @Test
  void directoriesWithinAndHiddenDataAreErrors() throws Exception {
    TestFiles source = write("/nested");
    put("/nested/sub/x", "1");
    isRefused("/nested", source.request(4, 4_000), "/nested/sub", "is a directory");
    cluster.files().delete(new Path("/nested/sub"), true);

    put("/nested/_temporary-data", "1");
    isRefused("/nested", source.request(4, 4_000), "_temporary-data", "hidden to readers");
    cluster.files().delete(new Path("/nested/_temporary-data"), true);

    put("/nested/_SUCCESS", "");
    assertThat(
            cluster
                .conversion()
                .run(new Path("/nested"), source.request(4, 4_000), Earlier.RESUME)
                .rows())
        .isEqualTo(source.rows().size());
  }

  @Test
  void aFileThatIsBeingWrittenIsAnError() throws Exception {
    TestFiles source = write("/open");
    try (FSDataOutputStream out = cluster.files().create(new Path("/open/part-999"))) {
      out.writeBytes("id,name,price\n");
      out.hflush();
      isRefused("/open", source.request(4, 4_000), "part-999", "is being written");
    }
  }

  @Test
  void aValueThatIsNoneOfItsTypeIsNamedWithItsPlace() throws Exception {
    TestFiles source = write("/invalid");
    put("/invalid/part-999", "id,name,price\n1,a,2\nseven,a,2\n");

    isRefused(
        "/invalid",
        source.request(List.of(hash("id")), 4, 4_000),
        "part-999",
        "offset 20",
        "seven");
  }

  @Test
  void aFileWithAnotherHeaderIsAnError() throws Exception {
    TestFiles source = write("/header");
    put("/header/part-999", "id,price,name\n1,2,a\n");

    isRefused("/header", source.request(List.of(hash("id")), 4, 4_000), "part-999", "header");
  }

  @Test
  void aRowThatIsTooLongIsAnErrorAndALongOneIsNot() throws Exception {
    TestFiles source = write("/long");
    String row = "1," + "x".repeat(700_000) + ",2\n";
    put("/long/part-500", "id,name,price\n" + row);
    ConversionRequest request = source.request(4, 4_000);

    assertThat(cluster.conversion().run(new Path("/long"), request, Earlier.RESUME).rows())
        .isEqualTo(source.rows().size() + 1);
    cluster.files().delete(new Path("/.long.trident-old"), true);
    cluster.reversion().run(new Path("/long"));
    assertThat(TestFiles.read(cluster.files(), new Path("/long")).get("part-500"))
        .asString()
        .endsWith(row);

    put("/long/part-501", "id,name,price\n1," + "x".repeat(1 << 20) + ",2\n");
    cluster.files().delete(new Path("/.long.trident-old"), true);
    isRefused("/long", request, "part-501", "--max-row-mb");
  }

  /** The extents of it have all rows, and are one block each all the same. */
  @Test
  void aColumnThatAllRowsShareMakesOneLargeExtent() throws Exception {
    Path directory = new Path("/skew");
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 40_000; i++) {
      rows.append("{\"id\":7,\"name\":\"same\",\"n\":").append(i).append("}\n");
    }
    put("/skew/rows", rows.toString());
    ConversionRequest request =
        new ConversionRequest(
            List.of(TestFiles.range("id"), hash("name"), TestFiles.range("n")),
            Optional.of("id long, name string, n int"),
            "json",
            Map.of(),
            4,
            320_000,
            2,
            1,
            1 << 30,
            1 << 20);

    cluster.conversion().run(directory, request, Earlier.RESUME);

    TableView view = TableView.of(directory, cluster.conf());
    assertThat(view.broken()).isEmpty();
    assertThat(view.dimensions().get(0).skew().largestToMean()).isEqualTo(4);
    assertThat(view.dimensions().get(0).skew().largest()).isGreaterThan(1 << 20);
    assertThat(view.dimensions().get(2).skew().largestToMean()).isLessThan(1.5);
    assertThat(
            new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
                .run(directory, new Path(directory, "_trident"), new Path("/reports"))
                .problems())
        .isEmpty();
  }

  @Test
  void whoMayReadTheFilesMayReadTheTableAndNobodyElse() throws Exception {
    TestFiles source = write("/private");
    Path directory = new Path("/private");
    cluster.files().setPermission(directory, new FsPermission((short) 0750));
    cluster.files().setOwner(directory, "alice", "shop");
    for (FileStatus file : cluster.files().listStatus(directory)) {
      cluster.files().setPermission(file.getPath(), new FsPermission((short) 0640));
    }

    cluster.conversion().run(directory, source.request(4, 4_000), Earlier.RESUME);

    FileStatus top = cluster.files().getFileStatus(directory);
    assertThat(List.of(top.getOwner(), top.getGroup(), top.getPermission().toString()))
        .containsExactly("alice", "shop", "rwxr-x---");
    for (String name :
        Arrays.asList("se0000-e00.csv", "_trident/spec.json", "_trident/se0000/o/e00")) {
      FileStatus file = cluster.files().getFileStatus(new Path(directory, name));
      assertThat(List.of(file.getOwner(), file.getGroup(), file.getPermission().toString()))
          .as(name)
          .containsExactly("alice", "shop", "rw-r-----");
    }
  }

  @Test
  void extentsAreReplicatedWhereFilesAreErasureCoded() throws Exception {
    Path coded = new Path("/coded");
    cluster.files().mkdirs(coded);
    cluster.files().setErasureCodingPolicy(coded, XOR);
    Configuration conf = cluster.conf();
    conf.setInt("dfs.blocksize", 1 << 20); // a cell at least
    conf.setBoolean("fs.hdfs.impl.disable.cache", true); // clients of it have 64 KiB
    TestFiles source = new TestFiles("csv", 600, new Random(8));
    Path directory = new Path(coded, "table");
    try (FileSystem files = FileSystem.newInstance(conf)) {
      source.writeTo(files, directory);
    }
    assertThat(isErasureCoded(directory)).containsOnly(true);

    cluster.conversion(conf).run(directory, source.request(4, 4_000), Earlier.RESUME);

    assertThat(isErasureCoded(directory)).containsOnly(false);
    cluster.files().delete(new Path(coded, ".table.trident-old"), true);
    cluster.reversion(conf).run(directory);
    TestFiles.read(cluster.files(), directory)
        .forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(source.files().get(name)));
    assertThat(isErasureCoded(directory)).containsOnly(true);
  }

  /** Returns whether files with bytes are, in a directory and below. */
  private static List<Boolean> isErasureCoded(Path directory) throws IOException {
    List<Boolean> coded = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files = cluster.files().listFiles(directory, true);
    while (files.hasNext()) {
      FileStatus file = files.next();
      if (file.getLen() > 0) {
        coded.add(file.isErasureCoded());
      }
    }
    return coded;
  }

  @Test
  void whatADirectoryWouldLoseIsAnError() throws Exception {
    TestFiles source = write("/quota");
    Path directory = new Path("/quota");
    cluster.files().setQuota(directory, 1_000, Long.MAX_VALUE);
    isRefused("/quota", source.request(4, 4_000), "has a quota");
    cluster.files().setQuota(directory, -1, Long.MAX_VALUE);

    cluster.files().setErasureCodingPolicy(directory, XOR);
    isRefused("/quota", source.request(4, 4_000), "an erasure coding policy of its own");
    cluster.files().unsetErasureCodingPolicy(directory);

    cluster.files().modifyAclEntries(directory, AclEntry.parseAclSpec("user:bob:r-x", true));
    isRefused("/quota", source.request(4, 4_000), "has an access control list");
    cluster.files().removeAcl(directory);

    cluster.files().allowSnapshot(directory);
    isRefused("/quota", source.request(4, 4_000), "is snapshottable");
  }

  /** Nodes cannot read what is encrypted, so nothing of it could be rebuilt. */
  @Test
  void anEncryptionZoneAndWhatIsInOneAreErrors() throws Exception {
    Path zone = new Path("/zone");
    cluster.files().mkdirs(zone);
    cluster.files().createEncryptionZone(zone, KEY);

    isRefused("/zone", write("/zone").request(4, 4_000), "is in an encryption zone");
    isRefused("/zone/within", write("/zone/within").request(4, 4_000), "in an encryption zone");
  }
}
