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
package io.trident.minicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.Test;

class NodeSocketFactoryTest {
  @Test
  void connectsFromTheAddressOfItsNode() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = factory("node7").createSocket()) {
      NetUtils.connect(client, server.getLocalSocketAddress(), 10_000);
      try (Socket accepted = server.accept()) {
        assertThat(accepted.getInetAddress().getHostAddress()).isEqualTo("127.0.0.17");
      }
    }
  }

  @Test
  void withoutANodeItIsTheStockFactory() throws Exception {
    try (Socket socket = new NodeSocketFactory().createSocket()) {
      assertThat(socket.isBound()).isFalse();
    }
  }

  /** Spark's executors have their driver's configuration. */
  @Test
  void theNodeOfTheProcessIsStrongerThanThatOfTheConfiguration() {
    System.setProperty(NodeSocketFactory.NODE, "node3");
    try {
      assertThat(factory("node1")).isEqualTo(factory("node2"));
    } finally {
      System.clearProperty(NodeSocketFactory.NODE);
    }
    assertThat(factory("node1")).isNotEqualTo(factory("node2"));
  }

  /** Hadoop keeps one pool of connections per equal factory. */
  @Test
  void factoriesOfDifferentNodesDiffer() {
    assertThat(factory("node1")).isEqualTo(factory("node1")).hasSameHashCodeAs(factory("node1"));
    assertThat(factory("node1")).isNotEqualTo(factory("node2"));
  }

  private static NodeSocketFactory factory(String node) {
    Configuration conf = new Configuration(false);
    conf.set(NodeSocketFactory.NODE, node);
    NodeSocketFactory factory = new NodeSocketFactory();
    factory.setConf(conf);
    return factory;
  }
}
