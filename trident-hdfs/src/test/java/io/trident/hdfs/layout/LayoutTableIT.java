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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.LayoutServer;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.hdfs.protocol.LayoutTableProtocol;
import io.trident.layout.table.BuildPaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.crypto.key.JavaKeyStoreProvider;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.SnapshotException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutTableIT {
  private static final String KEY = "key";

  private static BareNameNode hdfs;
  private static LayoutTableClient client;

  @BeforeAll
  static void start(@TempDir java.nio.file.Path directory) throws Exception {
    String keys = JavaKeyStoreProvider.SCHEME_NAME + "://file" + directory.resolve("keys.jceks");
    hdfs =
        BareNameNode.start(Map.of(CommonConfigurationKeys.HADOOP_SECURITY_KEY_PROVIDER_PATH, keys));
    DFSTestUtil.createKey(KEY, hdfs.cluster(), hdfs.fileSystem().getConf());
    client = hdfs.client();
  }

  @AfterAll
  static void stop() throws IOException {
    client.close();
    hdfs.close();
  }

  @Test
  void whatWasBuiltTakesThePlaceOfATableAndIsRegistered() throws IOException {
    hdfs.writeTableAndBuild("/swap/t");
    long built = hdfs.inode("/swap/.t.trident-build");
    long former = hdfs.inode("/swap/t");
    hdfs.fileSystem().mkdirs(new Path(LayoutTables.REGISTRY + "/" + former));

    assertThat(client.publish("/swap/.t.trident-build", "/swap/t", "/swap/.t.kept"))
        .isEqualTo("/swap/.t.kept");

    assertThat(hdfs.list("/swap")).containsExactlyInAnyOrder("t", ".t.kept");
    assertThat(hdfs.list("/swap/t")).containsExactlyInAnyOrder("se0000-e00.csv", "_trident");
    assertThat(hdfs.list("/swap/.t.kept")).containsExactly("old.csv");
    assertThat(hdfs.isRegistered(built)).isTrue();
    assertThat(hdfs.isRegistered(former)).isFalse();
    assertThat(hdfs.isSettled()).isTrue();
  }

  @Test
  void aRepeatedCallDoesNothing() throws IOException {
    hdfs.writeTableAndBuild("/again/t");
    long built = hdfs.inode("/again/.t.trident-build");
    for (int i = 0; i < 3; i++) {
      assertThat(client.publish("/again/.t.trident-build", "/again/t", "/again/.t.kept"))
          .isEqualTo("/again/.t.kept");
      assertThat(hdfs.inode("/again/t")).isEqualTo(built);
      assertThat(hdfs.list("/again/.t.kept")).containsExactly("old.csv");
    }
  }

  @Test
  void revertingEndsTheRegistration() throws IOException {
    hdfs.writeTableAndBuild("/revert/t");
    long built = hdfs.inode("/revert/.t.trident-build");
    client.publish("/revert/.t.trident-build", "/revert/t", "/revert/.t.kept");

    assertThat(client.publish("/revert/.t.kept", "/revert/t", "/revert/.t.layout"))
        .isEqualTo("/revert/.t.layout");
    assertThat(hdfs.list("/revert/t")).containsExactly("old.csv");
    assertThat(hdfs.isRegistered(built)).isFalse();
    assertThat(hdfs.isRegistered(hdfs.inode("/revert/t"))).isFalse();
  }

  @Test
  void aTableThatIsDeletedIsForgotten() throws Exception {
    hdfs.writeTableAndBuild("/deleted/t");
    hdfs.writeTableAndBuild("/stays/t");
    long deleted = hdfs.inode("/deleted/.t.trident-build");
    client.publish("/deleted/.t.trident-build", "/deleted/t", "/deleted/.kept");
    client.publish("/stays/.t.trident-build", "/stays/t", "/stays/.kept");
    hdfs.fileSystem().rename(new Path("/stays"), new Path("/moved"));
    hdfs.fileSystem().delete(new Path("/deleted/t"), true);
    TieredHdfs.await("forgotten", () -> !hdfs.isRegistered(deleted));
    assertThat(hdfs.isRegistered(hdfs.inode("/moved/t"))).isTrue();
  }

  @Test
  void aTableThatIsOverwrittenIsForgottenAndWhatIsThereNowIsNone() throws Exception {
    hdfs.writeTableAndBuild("/overwritten/t");
    long table = hdfs.inode("/overwritten/.t.trident-build");
    client.publish("/overwritten/.t.trident-build", "/overwritten/t", "/overwritten/.kept");
    hdfs.fileSystem().delete(new Path("/overwritten/t"), true); // as engines do to overwrite
    hdfs.touch("/overwritten/t/part-0.csv");
    TieredHdfs.await("forgotten", () -> !hdfs.isRegistered(table));
    assertThat(hdfs.isRegistered(hdfs.inode("/overwritten/t"))).isFalse();
  }

  @Test
  void aReaderFindsEitherTableAndNeverNone() throws Exception {
    hdfs.writeTableAndBuild("/read/t");
    AtomicBoolean isOver = new AtomicBoolean();
    List<Object> wrong = Collections.synchronizedList(new ArrayList<>());
    Thread reader =
        new Thread(
            () -> {
              while (!isOver.get()) {
                try {
                  Set<String> names = hdfs.list("/read/t");
                  if (!names.equals(Set.of("old.csv"))
                      && !names.equals(Set.of("se0000-e00.csv", "_trident"))) {
                    wrong.add(names);
                  }
                } catch (IOException e) {
                  wrong.add(e);
                }
              }
            });
    reader.start();
    String build = "/read/.t.trident-build";
    for (int i = 0; i < 100; i++) {
      String kept = "/read/.kept" + i;
      build = client.publish(build, "/read/t", kept);
    }
    isOver.set(true);
    reader.join();
    assertThat(wrong).isEmpty();
  }

  @Test
  void whoMayNotRenameMayNotPublish() throws Exception {
    hdfs.writeTableAndBuild("/theirs/t");
    hdfs.fileSystem().mkdirs(new Path("/open"), new FsPermission((short) 0777));
    hdfs.fileSystem().setPermission(new Path("/open"), new FsPermission((short) 0777));
    hdfs.writeTableAndBuild("/open/t");
    String build = "/theirs/.t.trident-build";
    assertRefused(build, "/theirs/t", "/open/kept"); // the table may not be taken away
    assertRefused("/open/.t.trident-build", "/theirs/t", "/theirs/kept");
    assertRefused(build, "/open/t", "/open/kept"); // what was built may not
    assertRefused("/open/.t.trident-build", "/open/t", "/theirs/kept"); // nor be kept there

    assertThat(publishAs("mallory", "/open/.t.trident-build", "/open/t", "/open/.kept"))
        .isEqualTo("/open/.kept");
    assertThat(hdfs.isRegistered(hdfs.inode("/open/t"))).isTrue();
  }

  private static void assertRefused(String build, String table, String kept) throws IOException {
    long built = hdfs.inode(build);
    long former = hdfs.inode(table);
    assertThatThrownBy(() -> publishAs("mallory", build, table, kept))
        .isInstanceOf(AccessControlException.class);
    assertUnchanged(build, built, table, former);
  }

  private static void assertUnchanged(String build, long built, String table, long former)
      throws IOException {
    assertThat(hdfs.inode(build)).isEqualTo(built);
    assertThat(hdfs.inode(table)).isEqualTo(former);
    assertThat(hdfs.isRegistered(built)).isFalse();
    assertThat(hdfs.isSettled()).isTrue();
  }

  private static String publishAs(String user, String build, String table, String kept)
      throws Exception {
    return UserGroupInformation.createRemoteUser(user)
        .doAs(
            (PrivilegedExceptionAction<String>)
                () -> {
                  try (LayoutTableClient own =
                      LayoutTableClient.of(
                          hdfs.fileSystem().getUri(), hdfs.fileSystem().getConf())) {
                    return own.publish(build, table, kept);
                  }
                });
  }

  @Test
  void aQuotaThatTheFirstRenameExceedsLeavesAllAsItWas() throws IOException {
    hdfs.writeTableAndBuild("/quota1/t");
    hdfs.fileSystem().mkdirs(new Path("/small"));
    hdfs.fileSystem().setQuota(new Path("/small"), 2, Long.MAX_VALUE);
    long built = hdfs.inode("/quota1/.t.trident-build");
    long former = hdfs.inode("/quota1/t");
    assertThatThrownBy(() -> client.publish("/quota1/.t.trident-build", "/quota1/t", "/small/kept"))
        .isInstanceOf(NSQuotaExceededException.class);
    assertUnchanged("/quota1/.t.trident-build", built, "/quota1/t", former);
  }

  @Test
  void aQuotaThatTheSecondRenameExceedsLeavesAllAsItWas() throws IOException {
    hdfs.writeTableAndBuild("/quota2/t");
    hdfs.fileSystem().mkdirs(new Path("/elsewhere"));
    hdfs.fileSystem().rename(new Path("/quota2/.t.trident-build"), new Path("/elsewhere/.b"));
    hdfs.fileSystem().setQuota(new Path("/quota2"), 5, Long.MAX_VALUE);
    long built = hdfs.inode("/elsewhere/.b");
    long former = hdfs.inode("/quota2/t");
    assertThatThrownBy(() -> client.publish("/elsewhere/.b", "/quota2/t", "/quota2/kept"))
        .isInstanceOf(NSQuotaExceededException.class);
    assertUnchanged("/elsewhere/.b", built, "/quota2/t", former);
    assertThat(hdfs.list("/quota2")).containsExactly("t");
  }

  @Test
  void aTableWithSnapshotsIsNotTakenAway() throws IOException {
    hdfs.writeTableAndBuild("/snapshot/t");
    hdfs.fileSystem().allowSnapshot(new Path("/snapshot/t"));
    hdfs.fileSystem().createSnapshot(new Path("/snapshot/t"), "s");
    long built = hdfs.inode("/snapshot/.t.trident-build");
    long former = hdfs.inode("/snapshot/t");
    assertThatThrownBy(
            () -> client.publish("/snapshot/.t.trident-build", "/snapshot/t", "/snapshot/kept"))
        .isInstanceOf(SnapshotException.class);
    assertUnchanged("/snapshot/.t.trident-build", built, "/snapshot/t", former);
  }

  @Test
  void whatCannotBePublishedIsRefused() throws IOException {
    hdfs.writeTableAndBuild("/wrong/t");
    hdfs.touch("/wrong/kept");
    String build = "/wrong/.t.trident-build";
    assertThatThrownBy(() -> client.publish("/wrong/none", "/wrong/t", "/wrong/new"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("/wrong/none does not exist");
    assertThatThrownBy(() -> client.publish(build, "/wrong/none", "/wrong/new"))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> client.publish(build, "/wrong/t", "/wrong/kept"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> client.publish(build, "/wrong/t", "/none/kept"))
        .isInstanceOf(FileNotFoundException.class);
    for (String path :
        new String[] {
          "relative", "/", "/wrong/x/", "/wrong/../x", "/.reserved/raw/x", "/wrong/t/x"
        }) {
      assertThatThrownBy(() -> client.publish(build, "/wrong/t", path))
          .as(path)
          .isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> client.publish(build, "/wrong/t", "/wrong/t"))
        .isInstanceOf(IOException.class);
    assertThat(hdfs.isSettled()).isTrue();
    assertThat(hdfs.list("/wrong/t")).containsExactly("old.csv");
  }

  @Test
  void aFileCanBePublishedToo() throws IOException {
    hdfs.touch("/file/a.csv");
    hdfs.touch(BuildPaths.directory("/file/a.csv") + "/se0000-e00.csv");
    client.publish("/file/.a.csv.trident-build", "/file/a.csv", "/file/.kept");
    client.publish("/file/.kept", "/file/a.csv", "/file/.layout");
    assertThat(hdfs.fileSystem().getFileStatus(new Path("/file/a.csv")).isFile()).isTrue();
  }

  @Test
  void nothingIsPublishedInAnEncryptionZone() throws IOException {
    hdfs.fileSystem().mkdirs(new Path("/zone"));
    hdfs.fileSystem().createEncryptionZone(new Path("/zone"), KEY);
    hdfs.writeTableAndBuild("/zone/t");
    long former = hdfs.inode("/zone/t");

    assertThatThrownBy(() -> client.publish("/zone/.t.trident-build", "/zone/t", "/zone/.t.kept"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in an encryption zone");

    assertThat(hdfs.inode("/zone/t")).isEqualTo(former);
    assertThat(hdfs.isSettled()).isTrue();
  }

  @Test
  void aNameNodeDescribesItself() throws IOException {
    LayoutServer server = client.describe();
    assertThat(server.version()).isEqualTo(LayoutTableProtocol.VERSION);
    assertThat(server.racks()).isZero();
  }

  @Test
  void aNameNodeWithoutLayoutsIsReportedWithTheRemedy() throws IOException {
    try (BareNameNode other = BareNameNode.start(Map.of(HdfsKeys.LAYOUT_ENABLED.name(), "false"));
        LayoutTableClient without = other.client()) {
      assertThatThrownBy(without::describe)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("set trident.hdfs.layout.enabled");
    }
    assertThatThrownBy(
            () -> LayoutTableClient.of(new Path("file:///").toUri(), hdfs.fileSystem().getConf()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("are on HDFS");
  }
}
