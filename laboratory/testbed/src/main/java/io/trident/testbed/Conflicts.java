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
package io.trident.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a new test bed needs for itself and another one has, or one that was killed has left. It is
 * asked before anything is made: whatever a test bed makes it also ends and removes, and that must
 * not be another's.
 */
final class Conflicts {
  private Conflicts() {}

  /** Returns what is taken, in words; empty if nothing is. */
  static List<String> of(Layout layout) throws IOException {
    List<String> taken = new ArrayList<>();
    if (layout.isolation() == Isolation.LOOPBACK) {
      int port = SiteFiles.NAMENODE_WEB_PORT;
      if (!isFree(new InetSocketAddress(layout.master().address(), port))) {
        taken.add("port %d of %s".formatted(port, layout.master().address()));
      }
      return taken;
    }
    Throttle throttle = Throttle.detect(Mounts.now()).orElseThrow();
    Stream.concat(
            Stream.of(throttle.groups(layout), Path.of("/sys/class/net", NodeNetwork.link(layout))),
            NodeNetwork.namespaces(layout).map(name -> Path.of("/run/netns", name)))
        .filter(Files::exists)
        .map(Path::toString)
        .forEach(taken::add);
    InetAddress host = InetAddress.getByName(layout.hostAddress());
    if (NetworkInterface.getByInetAddress(host) != null) {
      taken.add("address " + layout.hostAddress());
    }
    return taken;
  }

  private static boolean isFree(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
