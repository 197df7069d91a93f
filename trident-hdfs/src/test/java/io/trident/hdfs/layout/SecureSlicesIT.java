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

import io.trident.core.guard.Guard;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceReads;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.layout.extent.SliceReader;
import io.trident.layout.format.RowFormats;
import io.trident.layout.table.TableSpecJson;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Slices with Kerberos, service authorisation and block tokens. */
@Tag("slow")
class SecureSlicesIT {
  private static final DataExtent EXTENT = new DataExtent(1, 1);

  private static SecureHdfs secure;

  @BeforeAll
  static void start() throws Exception {
    secure = SecureHdfs.start(Map.of("security.client.datanode.protocol.acl", "hdfs,anna"));
  }

  @AfterAll
  static void stop() {
    if (secure != null) {
      secure.close();
    }
  }

  @Test
  void aTaskWithADelegationTokenIsServedByTheDataNode() throws Exception {
    MiniDFSCluster cluster = secure.cluster();
    ReplicatedTable table = ReplicatedTable.write(cluster, cluster.getFileSystem(), "/t", 4_000);
    String spec;
    try (FSDataInputStream in = cluster.getFileSystem().open(new Path("/t/_trident/spec.json"))) {
      spec = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Configuration conf = secure.clientConf();
    UserGroupInformation task = secure.task(conf);
    List<Throwable> failures = new ArrayList<>();
    SliceReader reader =
        new SliceReader(
            SliceReads.installed(getClass().getClassLoader()),
            TableSpecJson.read(spec)
                .openByDimension(RowFormats.installed(getClass().getClassLoader())),
            new Guard((consequence, failure) -> failures.add(failure)));
    SliceRequest request = new SliceRequest(spec, 1, new Slice(0, 1), 1);
    Path path = table.path(EXTENT);
    byte[] extent = table.written(EXTENT);
    PrivilegedExceptionAction<byte[]> read =
        () ->
            reader.read(
                cluster.getFileSystem().makeQualified(path).toUri(),
                new MemorySource(extent),
                request,
                conf);

    assertThat(task.doAs(read)).isEqualTo(extent); // the only slice
    assertThat(failures).isEmpty();
    assertThat(reader.servedByNodes()).isEqualTo(1);

    cluster.getFileSystem().setPermission(path, new FsPermission((short) 0600));
    task.doAs(read);
    assertThat(reader.servedByNodes()).isEqualTo(1);
    assertThat(failures).singleElement().isInstanceOf(AccessControlException.class);
    assertThatThrownBy(
            () ->
                task.doAs(
                    (PrivilegedExceptionAction<FSDataInputStream>)
                        () -> FileSystem.newInstance(conf).open(path)))
        .isInstanceOf(AccessControlException.class);
  }
}
