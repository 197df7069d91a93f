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
package io.trident.core.request;

/**
 * A node as the resource scheduler sees it for one application.
 *
 * @param node host name
 * @param rack its rack
 * @param free how many more containers of the requested size fit now; not negative
 * @param own how many containers the application already has there at the same priority; not
 *     negative; containers that may be anywhere go where it has the fewest
 */
public record NodeRoom(String node, String rack, int free, int own) {
  public NodeRoom {
    if (free < 0 || own < 0) {
      throw new IllegalArgumentException(
          "Node %s has negative room (%d) or containers (%d)".formatted(node, free, own));
    }
  }

  /** A node on which the application has no container. */
  public NodeRoom(String node, String rack, int free) {
    this(node, rack, free, 0);
  }

  /** This host together with another node manager on it, which has room of its own. */
  public NodeRoom with(NodeRoom other) {
    int together = (int) Math.min((long) free + other.free, Integer.MAX_VALUE);
    return new NodeRoom(node, rack, together, own + other.own);
  }

  /** This node after more containers of the application were placed on it. */
  NodeRoom withMore(int containers) {
    return new NodeRoom(node, rack, free - containers, own + containers);
  }
}
