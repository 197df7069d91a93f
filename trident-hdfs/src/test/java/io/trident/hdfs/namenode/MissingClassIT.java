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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.PluginClasses;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A NameNode whose plugin's jar lacks a class, each in turn. */
class MissingClassIT {
  private static final PluginClasses CLASSES =
      new PluginClasses(
          TridentNameNodePlugin.class,
          List.of(
              "io.trident.hdfs.namenode.",
              "io.trident.hdfs.protocol.",
              "io.trident.hdfs.layout.",
              "io.trident.hdfs.rpc."));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theNameNodeGoesOnWhateverIsMissing(boolean hasLayouts) throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), hasLayouts);
    try (TieredHdfs hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}})) {
      CLASSES.startWithoutEach(
          hdfs.cluster().getNameNode(),
          List.of(TridentNameNodePlugin.class, BlockCacheProtocol.class));
      assertThat(hdfs.fileSystem().mkdirs(new Path("/lives"))).isTrue();
    }
  }
}
