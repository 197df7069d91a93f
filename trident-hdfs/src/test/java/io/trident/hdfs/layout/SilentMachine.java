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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** A machine that accepts connections at an address, and never answers. */
final class SilentMachine implements AutoCloseable {
  private static final int CONNECTIONS = 1_000;

  private final ServerSocket server = new ServerSocket();

  SilentMachine(InetSocketAddress address) throws IOException {
    server.bind(address, CONNECTIONS);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
