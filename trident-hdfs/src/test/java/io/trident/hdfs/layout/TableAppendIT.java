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

import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.layout.table.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TableAppendIT {
  private static final Set<String> BEFORE = Set.of("_trident", "se0000-e00.csv");
  private static final Set<String> AFTER =
      Set.of(
          "_trident",
          "se0000-e00.csv",
          "se0001-e00.csv",
          "se0001-e01.csv",
          "se0002-e00.csv",
          "se0002-e01.csv");

  private static BareNameNode hdfs;
  private static LayoutTableClient client;

  @BeforeAll
  static void start() throws IOException {
    hdfs = BareNameNode.start();
    client = hdfs.client();
  }

  @AfterAll
  static void stop() throws IOException {
    client.close();
    hdfs.close();
  }

  private static String append(String directory) throws IOException {
    return client.append(
        directory + "/.t.trident-build", directory + "/t", directory + "/more", directory + "/old");
  }

  @Test
  void superExtentsAreMovedAndTheSourceIsKept() throws IOException {
    hdfs.writeTableAndAppend("/moved/t", "/moved/more");
    long table = hdfs.inode("/moved/t");
    for (int i = 0; i < 3; i++) {
      assertThat(append("/moved")).as("also if repeated").isEqualTo("/moved/old");
      assertThat(hdfs.list("/moved/t")).isEqualTo(AFTER);
    }
    assertThat(hdfs.inode("/moved/t")).isEqualTo(table);
    assertThat(hdfs.list("/moved/t/_trident"))
        .containsExactly("se0000", "se0001", "se0002", "spec.json");
    assertThat(hdfs.list("/moved/old")).containsExactly("new.csv");
    assertThat(hdfs.list("/moved/.t.trident-build")).containsExactly("_convert", "_trident");
    assertThat(hdfs.isSettled()).isTrue();
  }

  @Test
  void aReaderFindsAllFilesOrNone() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Object> wrong = Collections.synchronizedList(new ArrayList<>());
    hdfs.writeTableAndAppend("/read/0/t", "/read/0/more");
    hdfs.fileSystem().rename(new Path("/read/0"), new Path("/read/now"));
    Thread reader =
        new Thread(
            () -> {
              while (!isOver.get()) {
                try {
                  Set<String> names = hdfs.list("/read/now/t");
                  if (!names.equals(BEFORE) && !names.equals(AFTER)) {
                    wrong.add(names);
                  }
                } catch (FileNotFoundException e) {
                  // between two tables
                } catch (IOException e) {
                  wrong.add(e);
                }
              }
            });
    reader.start();
    for (int i = 1; i <= 50; i++) {
      append("/read/now");
      hdfs.writeTableAndAppend("/read/" + i + "/t", "/read/" + i + "/more");
      hdfs.fileSystem().delete(new Path("/read/now"), true);
      hdfs.fileSystem().rename(new Path("/read/" + i), new Path("/read/now"));
    }
    isOver.set(true);
    reader.join();
    assertThat(wrong).isEmpty();
  }

  private static void assertUnchanged(String directory) throws IOException {
    assertThat(hdfs.list(directory + "/t")).isEqualTo(BEFORE);
    assertThat(hdfs.list(directory + "/t/_trident")).containsExactly("se0000", "spec.json");
    assertThat(hdfs.list(directory + "/more")).containsExactly("new.csv");
    assertThat(hdfs.isSettled()).isTrue();
  }

  @Test
  void whatFailsHalfWayIsUndone() throws IOException {
    hdfs.writeTableAndAppend("/quota/t", "/quota/more");
    // room for three of six names and their directories
    long used =
        hdfs.fileSystem().getContentSummary(new Path("/quota/t")).getFileAndDirectoryCount();
    hdfs.fileSystem().setQuota(new Path("/quota/t"), used + 3, Long.MAX_VALUE);

    assertThatThrownBy(() -> append("/quota")).isInstanceOf(QuotaExceededException.class);

    assertUnchanged("/quota");
    hdfs.fileSystem()
        .setQuota(new Path("/quota/t"), HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);
    append("/quota");
    assertThat(hdfs.list("/quota/t")).isEqualTo(AFTER);
  }

  @Test
  void superExtentsThatAreNotTheNextAreRefused() throws IOException {
    hdfs.writeTableAndAppend("/gap/t", "/gap/more");
    hdfs.fileSystem().delete(new Path("/gap/.t.trident-build/_trident/se0001"), true);
    assertThatThrownBy(() -> append("/gap")).hasMessageContaining("from 1 on");
    assertUnchanged("/gap");

    hdfs.writeTableAndAppend("/behind/t", "/behind/more");
    hdfs.touch("/behind/t/_trident/se0001/manifest");
    assertThatThrownBy(() -> append("/behind")).hasMessageContaining("from 2 on");
    assertThat(hdfs.list("/behind/t")).isEqualTo(BEFORE);

    hdfs.writeTableAndAppend("/taken/t", "/taken/more");
    hdfs.touch("/taken/t/se0002-e01.csv");
    assertThatThrownBy(() -> append("/taken")).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(hdfs.list("/taken/t")).hasSize(3);

    hdfs.writeTableAndAppend("/plain/t", "/plain/more");
    hdfs.fileSystem().delete(new Path("/plain/t", TablePaths.SPEC), true);
    assertThatThrownBy(() -> append("/plain")).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void whoMayNotWriteTheTableMayNotAppend() throws Exception {
    hdfs.fileSystem().mkdirs(new Path("/theirs"));
    hdfs.writeTableAndAppend("/theirs/t", "/theirs/more");
    FsPermission all = new FsPermission((short) 0777);
    for (String open : new String[] {"", "/.t.trident-build", "/.t.trident-build/_trident"}) {
      hdfs.fileSystem().setPermission(new Path("/theirs" + open), all);
    }
    assertThatThrownBy(() -> appendAs("mallory")).isInstanceOf(AccessControlException.class);
    assertUnchanged("/theirs");

    hdfs.fileSystem().setPermission(new Path("/theirs/t"), all);
    assertThatThrownBy(() -> appendAs("mallory")).isInstanceOf(AccessControlException.class);
    assertUnchanged("/theirs");

    hdfs.fileSystem().setPermission(new Path("/theirs/t/_trident"), all);
    for (String moved : new String[] {"se0001", "se0002"}) { // whose parent changes
      hdfs.fileSystem().setPermission(new Path("/theirs/.t.trident-build/_trident/" + moved), all);
    }
    hdfs.fileSystem().setPermission(new Path("/theirs/more"), all);
    appendAs("mallory");
    assertThat(hdfs.list("/theirs/t")).isEqualTo(AFTER);
  }

  private static String appendAs(String user) throws Exception {
    return UserGroupInformation.createRemoteUser(user)
        .doAs(
            (PrivilegedExceptionAction<String>)
                () -> {
                  try (LayoutTableClient own =
                      LayoutTableClient.of(
                          hdfs.fileSystem().getUri(), hdfs.fileSystem().getConf())) {
                    return own.append(
                        "/theirs/.t.trident-build", "/theirs/t", "/theirs/more", "/theirs/old");
                  }
                });
  }

  @Test
  void oneCallMovesABoundedNumberOfFiles() throws IOException {
    hdfs.writeTableAndAppend("/many/t", "/many/more");
    for (int e = 2; e < TablePaths.MAX_APPENDED - 3; e++) {
      hdfs.touch("/many/.t.trident-build/se0001-e%02d.csv".formatted(e));
    }
    assertThatThrownBy(() -> append("/many")).hasMessageContaining("append in several parts");
    assertUnchanged("/many");

    hdfs.fileSystem().delete(new Path("/many/.t.trident-build/se0001-e02.csv"), false);
    append("/many");
    assertThat(hdfs.list("/many/t")).hasSize(TablePaths.MAX_APPENDED);
  }
}
