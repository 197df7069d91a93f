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

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Where there is room, as {@link ContainerAllocation} looks at it: the nodes that an application
 * may use. A resource manager answers from an index, so that a plan takes no time for nodes that
 * have no part in it.
 */
public interface Rooms {
  /** Returns how many nodes have room; an upper bound where some may not be used. */
  int withRoom();

  /** Returns a node, with or without room, or null if there is none of this name. */
  @Nullable NodeRoom node(String name);

  /** Returns the racks that have a node with room. */
  Collection<String> racks();

  /** Returns all nodes with room, in any order. */
  Iterable<NodeRoom> all();

  /** Returns the nodes of a rack that have room, by {@link #order}. */
  Iterable<NodeRoom> inRack(String rack);

  /** Returns the nodes of a rack that have room, those with the most first, then by order. */
  Iterable<NodeRoom> emptiestInRack(String rack);

  /** Returns the nodes on which the application has containers already, with and without room. */
  Collection<NodeRoom> own();

  /** Returns the order in which equal costs are taken. */
  Comparator<NodeRoom> order();
}
