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

import io.trident.core.guard.Guard;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutServer;
import io.trident.hdfs.protocol.LayoutTableProtocol;
import io.trident.hdfs.protocol.LayoutTableServer;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ClientNamenodeProtocol;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;

/**
 * A server that passes HDFS's protocol on to a NameNode and has no other protocol, as a router of
 * HDFS's federation does.
 */
final class Router implements AutoCloseable {
  private final RPC.Server server;
  private final AtomicInteger demands = new AtomicInteger();

  Router(ClientProtocol nameNode) throws IOException {
    Configuration conf = new Configuration();
    RPC.setProtocolEngine(conf, ClientNamenodeProtocolPB.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(ClientNamenodeProtocolPB.class)
            .setInstance(
                ClientNamenodeProtocol.newReflectiveBlockingService(
                    new ClientNamenodeProtocolServerSideTranslatorPB(nameNode)))
            .setBindAddress("localhost")
            .setPort(0)
            .setNumHandlers(8)
            .build();
    server.start();
  }

  URI uri() {
    return URI.create("hdfs://localhost:" + server.getListenerAddress().getPort());
  }

  /** From now on answers demands, too, always the same. */
  void answer(ExtentState always) {
    LayoutTableProtocol protocol =
        new LayoutTableProtocol() {
          @Override
          public ExtentState demand(String file) {
            demands.incrementAndGet();
            return always;
          }

          @Override
          public LayoutServer describe() {
            throw new UnsupportedOperationException();
          }

          @Override
          public String publish(String build, String table, String kept) {
            throw new UnsupportedOperationException();
          }

          @Override
          public String append(String build, String table, String source, String kept) {
            throw new UnsupportedOperationException();
          }
        };
    LayoutTableServer.add(server, protocol, new Guard((consequence, failure) -> {}));
  }

  /** Returns how many demands there were. */
  int demands() {
    return demands.get();
  }

  @Override
  public void close() {
    server.stop();
  }
}
