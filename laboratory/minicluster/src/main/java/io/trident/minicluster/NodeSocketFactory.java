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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Objects;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.StandardSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connects from the address of the node that this code runs on, so that the NameNode sees tasks and
 * DataNodes of one machine at their own addresses and sends a reader to its own node's replica.
 *
 * <p>The node is the system property {@link #NODE} (Spark's executors, which take their driver's
 * configuration), else the key of that name of the configuration (daemons), else the NodeManager
 * host that YARN puts in a container's environment, else unknown: then as the stock factory.
 */
public final class NodeSocketFactory extends StandardSocketFactory implements Configurable {
  /** Name or address of the node: a system property, and a key of a daemon's configuration. */
  public static final String NODE = "trident.minicluster.node";

  private @Nullable Configuration conf;
  private @Nullable String node = System.getProperty(NODE, System.getenv("NM_HOST"));

  @Override
  public void setConf(@Nullable Configuration conf) {
    this.conf = conf;
    if (conf != null && System.getProperty(NODE) == null && conf.get(NODE) != null) {
      node = conf.get(NODE);
    }
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = super.createSocket();
    if (node != null) {
      socket.bind(new InetSocketAddress(node, 0));
    }
    return socket;
  }

  /** Hadoop shares connections between equal factories, so nodes must differ. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeSocketFactory that && Objects.equals(node, that.node);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(node);
  }
}
