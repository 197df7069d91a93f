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
package org.apache.hadoop.yarn.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.TableMapping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RackResolverBridgeTest {
  @TempDir private Path dir;

  @AfterEach
  void forget() {
    RackResolverBridge.forget();
  }

  @Test
  void theNextClusterHasItsOwnRacks() throws IOException {
    RackResolverBridge.forget();
    RackResolver.init(racks("small", "10.0.0.1 /r1\n"));
    assertThat(rack("10.0.0.1")).isEqualTo("/r1");
    assertThat(rack("10.0.0.2")).isEqualTo("/default-rack");
    Configuration large = racks("large", "10.0.0.1 /r3\n10.0.0.2 /r4\n");
    RackResolver.init(large);
    assertThat(rack("10.0.0.2")).as("not forgotten yet").isEqualTo("/default-rack");

    RackResolverBridge.forget();

    RackResolver.init(large);
    assertThat(rack("10.0.0.1")).isEqualTo("/r3");
    assertThat(rack("10.0.0.2")).isEqualTo("/r4");
  }

  private static String rack(String node) {
    return RackResolver.resolve(node).getNetworkLocation();
  }

  private Configuration racks(String name, String table) throws IOException {
    Configuration conf = new Configuration(false);
    conf.setClass(
        CommonConfigurationKeysPublic.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY,
        TableMapping.class,
        DNSToSwitchMapping.class);
    conf.set(
        CommonConfigurationKeysPublic.NET_TOPOLOGY_TABLE_MAPPING_FILE_KEY,
        Files.writeString(dir.resolve(name), table).toString());
    return conf;
  }
}
