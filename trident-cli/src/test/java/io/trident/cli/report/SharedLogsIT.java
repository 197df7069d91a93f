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
package io.trident.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A log directory on HDFS that users share, as Spark leaves it: read by one without rights. */
@Tag("slow")
class SharedLogsIT {
  private static final Path TRIDENT =
      Path.of("src", "test", "resources", "eventlogs", "trident.json");
  private static final UserGroupInformation READER =
      UserGroupInformation.createUserForTesting("reader", new String[] {"people"});

  private static MiniDFSCluster cluster;
  private static FileSystem fs;
  private static org.apache.hadoop.fs.Path logs;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(
        MiniDFSCluster.HDFS_MINIDFS_BASEDIR,
        Path.of("target", "shared-logs-" + System.nanoTime()).toAbsolutePath().toString());
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    logs = fs.makeQualified(new org.apache.hadoop.fs.Path("/spark-logs"));
    fs.mkdirs(logs);
    fs.setPermission(logs, new FsPermission((short) 01777));
  }

  @AfterAll
  static void stop() {
    cluster.shutdown(true);
  }

  private static org.apache.hadoop.fs.Path write(String name, int mode) throws Exception {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(logs, name);
    try (FSDataOutputStream out = fs.create(path)) {
      out.write(Files.readAllBytes(TRIDENT));
    }
    fs.setPermission(path, new FsPermission((short) mode));
    return path;
  }

  private static CommandRun report(String... args) throws Exception {
    String[] all = Stream.concat(Stream.of("report"), Stream.of(args)).toArray(String[]::new);
    return READER.doAs((PrivilegedExceptionAction<CommandRun>) () -> CommandRun.of(all));
  }

  @Test
  void logsOfOthersAreNamedAndOnesOwnAreReported() throws Exception {
    org.apache.hadoop.fs.Path foreign = write("app-1", 0660);
    write("app-2", 0644);
    write("eventlog_v2_app-3/events_1_app-3", 0660);
    fs.setPermission(
        new org.apache.hadoop.fs.Path(logs, "eventlog_v2_app-3"), new FsPermission((short) 0770));
    write("eventlog_v2_app-4/events_1_app-4", 0660);
    write("app-5.zip", 0660);
    CommandRun alone = CommandRun.of("report", TRIDENT.toString());
    try (FSDataOutputStream open =
        fs.create(new org.apache.hadoop.fs.Path(logs, "app-6.inprogress"))) {
      open.write(Files.readString(TRIDENT).substring(0, 11_000).getBytes(UTF_8));
      open.hflush();

      CommandRun run = report(logs.toString());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).startsWith("scans (app-20261121061347-0000)\n  stage");
      assertThat(run.out().split("scans \\(app", -1)).as("those of 2 and 6").hasSize(3);
      assertThat(run.err().lines().filter(line -> line.contains("is left out")))
          .hasSize(4)
          .allMatch(line -> line.contains("no permission to read it (Permission denied"))
          .noneMatch(line -> line.contains("exist"));
      for (String name :
          new String[] {"app-1", "eventlog_v2_app-3", "eventlog_v2_app-4", "app-5"}) {
        assertThat(run.err()).contains(name);
      }
      JsonNode json = new ObjectMapper().readTree(report("--json", logs.toString()).out());
      assertThat(json.get("leftOut")).hasSize(4);
      assertThat(json.get("applications")).hasSize(2);
    }
    CommandRun one = report(foreign.toString());
    assertThat(one.exitCode()).isEqualTo(1);
    assertThat(one.err()).contains("app-1 is left out: no permission");
    assertThat(CommandRun.of("report", foreign.toString()).out()).isEqualTo(alone.out());

    fs.setPermission(logs, new FsPermission((short) 0700));
    assertThat(report(logs.toString()).err()).contains("No permission to read " + logs);
  }
}
