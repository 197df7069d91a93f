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
package io.trident.hdfs.protocol;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryProxy;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;

/** Ways to the Trident plugin of a file system's NameNode. */
public final class NameNodeProxies {
  /** Enough for two NameNodes that change their roles meanwhile. */
  private static final int MIN_FAILOVERS = 2;

  private static final int FAILOVER_SLEEP_MS = 100;
  private static final int FAILOVER_MAX_SLEEP_MS = 1_000;

  private NameNodeProxies() {}

  /**
   * Returns a proxy for the only or the active NameNode of a file system, as the current user; it
   * connects at the first call.
   *
   * @param fileSystem scheme and authority
   * @param protocol an interface whose methods are annotated as idempotent
   * @param connector makes a client of one NameNode
   */
  public static <T> T toActive(
      URI fileSystem, Configuration conf, Class<T> protocol, Connector<T> connector)
      throws IOException {
    if (!HAUtilClient.isLogicalUri(conf, fileSystem)) {
      return connector.connect(
          DFSUtilClient.getNNAddress(fileSystem), UserGroupInformation.getCurrentUser(), conf);
    }
    return protocol.cast(
        RetryProxy.create(
            protocol,
            new ConfiguredFailoverProxyProvider<>(
                conf, fileSystem, protocol, new Factory<>(connector)),
            RetryPolicies.failoverOnNetworkException(
                RetryPolicies.TRY_ONCE_THEN_FAIL,
                Math.max(MIN_FAILOVERS, nameNodes(fileSystem, conf) - 1),
                FAILOVER_SLEEP_MS,
                FAILOVER_MAX_SLEEP_MS)));
  }

  /** Returns how many NameNodes serve a file system; all but one may be on standby or observe. */
  private static int nameNodes(URI fileSystem, Configuration conf) {
    return DFSUtilClient.getHaNnRpcAddresses(conf)
        .getOrDefault(fileSystem.getHost(), Map.of())
        .size();
  }

  /** Returns a proxy of one RPC server, of a NameNode or DataNode, that tries each call once. */
  static <P> P once(
      Class<P> protocol,
      long version,
      InetSocketAddress server,
      UserGroupInformation user,
      Configuration conf,
      Duration timeout)
      throws IOException {
    int millis = Math.toIntExact(timeout.toMillis());
    Configuration quick = new Configuration(conf);
    quick.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, millis);
    quick.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    RPC.setProtocolEngine(quick, protocol, ProtobufRpcEngine2.class);
    return RPC.getProtocolProxy(
            protocol,
            version,
            server,
            user,
            quick,
            NetUtils.getDefaultSocketFactory(quick),
            millis,
            RetryPolicies.TRY_ONCE_THEN_FAIL,
            new AtomicBoolean())
        .getProxy();
  }

  /** Makes a client of one NameNode. */
  @FunctionalInterface
  public interface Connector<T> {
    T connect(InetSocketAddress nameNode, UserGroupInformation user, Configuration conf)
        throws IOException;
  }

  /** Makes a proxy per NameNode for HDFS's failover. */
  private record Factory<T>(Connector<T> connector) implements HAProxyFactory<T> {
    @Override
    public T createProxy(
        Configuration conf,
        InetSocketAddress nameNode,
        Class<T> protocol,
        UserGroupInformation user,
        boolean withRetries)
        throws IOException {
      return connector.connect(nameNode, user, conf);
    }

    @Override
    public T createProxy(
        Configuration conf,
        InetSocketAddress nameNode,
        Class<T> protocol,
        UserGroupInformation user,
        boolean withRetries,
        AtomicBoolean fallbackToSimpleAuth)
        throws IOException {
      return connector.connect(nameNode, user, conf);
    }
  }
}
