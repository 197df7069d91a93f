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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.PluginClasses;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.LayoutRecoveryProtocol;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

/** A DataNode whose plugin's jar lacks a class, each in turn. */
class MissingClassIT {
  private static final PluginClasses CLASSES =
      new PluginClasses(
          TridentDataNodePlugin.class,
          List.of(
              "io.trident.hdfs.datanode.", "io.trident.hdfs.protocol.", "io.trident.hdfs.rpc."));

  @Test
  void theDataNodeGoesOnWhateverIsMissing() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    try (TieredHdfs hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}})) {
      CLASSES.startWithoutEach(
          hdfs.cluster().getDataNodes().get(0),
          List.of(TridentDataNodePlugin.class, LayoutRecoveryProtocol.class));
      byte[] written = new byte[3 * TieredHdfs.BLOCK];
      try (var out = hdfs.fileSystem().create(new Path("/lives"), (short) 1)) {
        out.write(written);
      }
      try (var in = hdfs.fileSystem().open(new Path("/lives"))) {
        assertThat(in.readAllBytes()).isEqualTo(written);
      }
    }
  }
}
