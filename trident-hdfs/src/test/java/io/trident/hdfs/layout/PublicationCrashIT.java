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

import static io.trident.hdfs.TieredHdfs.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.protocol.LayoutTableClient;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.namenode.EditLogFileInputStream;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A NameNode that dies between the edits of a publication or an append: its log ends after one of
 * them.
 */
@Tag("slow")
class PublicationCrashIT {
  private static final String BUILD = "/d/.t.trident-build";
  private static final String KEPT = "/d/.t.kept";

  /** Where the log may end, and what it has done until there. */
  private record End(long position, boolean isIntended, int renames) {}

  @Test
  void isCompletedByTheNextWhateverEditWasTheLast() throws Exception {
    try (BareNameNode hdfs = BareNameNode.start()) {
      List<Integer> renames = new ArrayList<>();
      for (int last = 0; ; last++) {
        hdfs.fileSystem().delete(new Path("/d"), true);
        hdfs.writeTableAndBuild("/d/t");
        long built = hdfs.inode(BUILD);
        long former = hdfs.inode("/d/t");
        hdfs.fileSystem().mkdirs(new Path(LayoutTables.REGISTRY + "/" + former));
        hdfs.cluster().getNameNodeRpc().rollEditLog();
        try (LayoutTableClient client = hdfs.client()) {
          client.publish(BUILD, "/d/t", KEPT);
        }
        End end = endLogAfter(last, hdfs);
        if (end == null) {
          break;
        }
        renames.add(end.renames());
        await("settled after edit " + last, hdfs::isSettled);
        assertThat(hdfs.inode("/d/t"))
            .as("edit " + last)
            .isEqualTo(end.isIntended() ? built : former);
        assertThat(hdfs.isRegistered(built)).as("edit " + last).isEqualTo(end.isIntended());
        assertThat(hdfs.isRegistered(former)).as("edit " + last).isEqualTo(!end.isIntended());
        try (LayoutTableClient client = hdfs.client()) {
          assertThat(client.publish(BUILD, "/d/t", KEPT)).isEqualTo(KEPT); // by who was cut off
        }
        assertThat(hdfs.inode("/d/t")).isEqualTo(built);
        assertThat(hdfs.inode(KEPT)).isEqualTo(former);
      }
      assertThat(renames).contains(0, 1, 2);
    }
  }

  @Test
  void anAppendIsCompletedByTheNextWhateverEditWasTheLast() throws Exception {
    try (BareNameNode hdfs = BareNameNode.start()) {
      List<Integer> renames = new ArrayList<>();
      for (int last = 0; ; last++) {
        hdfs.fileSystem().delete(new Path("/d"), true);
        hdfs.writeTableAndAppend("/d/t", "/d/more");
        hdfs.cluster().getNameNodeRpc().rollEditLog();
        try (LayoutTableClient client = hdfs.client()) {
          client.append(BUILD, "/d/t", "/d/more", "/d/.more.kept");
        }
        End end = endLogAfter(last, hdfs);
        if (end == null) {
          break;
        }
        renames.add(end.renames());
        await("settled after edit " + last, hdfs::isSettled);
        assertThat(hdfs.list("/d/t").size()).as("edit " + last).isEqualTo(end.isIntended() ? 6 : 2);
        try (LayoutTableClient client = hdfs.client()) { // by who was cut off
          assertThat(client.append(BUILD, "/d/t", "/d/more", "/d/.more.kept"))
              .isEqualTo("/d/.more.kept");
        }
        assertThat(hdfs.list("/d/t"))
            .containsExactly(
                "_trident",
                "se0000-e00.csv",
                "se0001-e00.csv",
                "se0001-e01.csv",
                "se0002-e00.csv",
                "se0002-e01.csv");
        assertThat(hdfs.list("/d/t/_trident"))
            .containsExactly("se0000", "se0001", "se0002", "spec.json");
        assertThat(hdfs.list("/d")).containsExactly(".more.kept", ".t.trident-build", "t");
      }
      assertThat(renames).contains(0, 1, 2, 3, 4, 5, 6, 7);
    }
  }

  /**
   * Stops the NameNode, ends its log after so many edits of a segment, and starts it again; returns
   * null, and does nothing, if there are not so many.
   */
  private static @Nullable End endLogAfter(int edits, BareNameNode hdfs) throws Exception {
    List<File> logs = new ArrayList<>();
    List<byte[]> contents = new ArrayList<>();
    for (File log : logs(hdfs)) {
      logs.add(log);
      contents.add(Files.readAllBytes(log.toPath()));
    }
    End end = end(edits, logs.get(0));
    if (end == null) {
      return null;
    }
    hdfs.cluster().shutdownNameNode(0);
    for (int i = 0; i < logs.size(); i++) {
      File log = logs.get(i);
      String first = log.getName().substring("edits_inprogress_".length());
      for (File file : requireNonNull(requireNonNull(log.getParentFile()).listFiles())) {
        if (file.getName().startsWith("edits_" + first)) {
          Files.delete(file.toPath()); // finished as it was stopped
        }
      }
      Files.write(log.toPath(), contents.get(i));
      try (RandomAccessFile file = new RandomAccessFile(log, "rw")) {
        file.setLength(end.position());
      }
    }
    hdfs.cluster().restartNameNode(0);
    hdfs.cluster().waitActive();
    return end;
  }

  private static List<File> logs(BareNameNode hdfs) {
    List<File> logs = new ArrayList<>();
    hdfs.cluster()
        .getNameDirs(0)
        .forEach(
            directory -> {
              for (File file :
                  requireNonNull(new File(directory.getPath(), "current").listFiles())) {
                if (file.getName().startsWith("edits_inprogress_")) {
                  logs.add(file);
                }
              }
            });
    return logs;
  }

  private static @Nullable End end(int edits, File log) throws IOException {
    boolean isIntended = false;
    int renames = 0;
    long first = Long.parseLong(log.getName().substring("edits_inprogress_".length()));
    try (EditLogFileInputStream in = new EditLogFileInputStream(log, first, -12345, true)) {
      for (int i = 0; i <= edits + 1; i++) { // the first one begins the segment
        FSEditLogOp edit = in.readOp();
        if (edit == null) {
          return null;
        }
        isIntended |=
            edit.toString().contains(TablePublisher.PUBLISHING + "/")
                || edit.toString().contains(TableAppender.APPENDING + "/");
        renames += edit.opCode.name().contains("RENAME") ? 1 : 0;
      }
      return new End(in.getPosition(), isIntended, renames);
    }
  }
}
