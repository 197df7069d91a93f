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
package org.apache.hadoop.mapreduce.v2.app.rm;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/** Connects an allocator to the resource manager of its own thread. */
public final class InProcessRpc extends YarnRPC {
  private static final Map<Thread, ApplicationMasterProtocol> SERVERS = new ConcurrentHashMap<>();

  /** Answers calls that the current thread will make. */
  public static void serve(ApplicationMasterProtocol resourceManager) {
    SERVERS.put(Thread.currentThread(), resourceManager);
  }

  @Override
  public Object getProxy(Class protocol, InetSocketAddress address, Configuration conf) {
    return SERVERS.get(Thread.currentThread());
  }

  @Override
  public void stopProxy(Object proxy, Configuration conf) {}

  @Override
  public Server getServer(
      Class protocol,
      Object instance,
      InetSocketAddress address,
      Configuration conf,
      SecretManager<? extends TokenIdentifier> secretManager,
      int handlers,
      String portRange) {
    throw new UnsupportedOperationException();
  }
}
