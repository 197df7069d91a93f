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
import java.net.BindException;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Ports for servers that others must know the addresses of before they bind, and after a restart.
 *
 * <p>They are random ones below those that Linux gives to outgoing connections and to servers that
 * ask for any (from 32,768 on, {@code net.ipv4.ip_local_port_range}): of these, a client or a
 * cluster of another process could get the same one before the server has bound it.
 */
final class FreePorts {
  static final int FIRST = 10_000;
  static final int LAST = 32_767;

  private static final int TRIES_PER_PORT = 100;

  private FreePorts() {}

  /**
   * Returns different ports that nothing listens on now.
   *
   * @throws IOException if there are none to be found
   */
  static List<Integer> choose(int count, RandomGenerator random) throws IOException {
    Set<Integer> ports = new LinkedHashSet<>();
    for (int tries = 0; ports.size() < count; tries++) {
      if (tries == count * TRIES_PER_PORT) {
        throw new IOException(
            "Found %d of %d free ports from %d to %d".formatted(ports.size(), count, FIRST, LAST));
      }
      int port = random.nextInt(FIRST, LAST + 1);
      if (isFree(port)) {
        ports.add(port);
      }
    }
    return List.copyOf(ports);
  }

  private static boolean isFree(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (BindException e) {
      return false;
    }
  }
}
