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
package io.trident.core.layout.placement;

/** What a failure domain is made of. */
public enum Isolation {
  /** Whole racks: the loss of a rack damages one dimension. Needs three racks, or more. */
  RACKS,
  /**
   * Nodes, whatever their racks: the loss of a node damages one dimension, that of a rack several.
   * For clusters of fewer racks, on explicit request.
   */
  NODES;

  /**
   * Returns whether an extent stays in its failure domain whatever that is, as it moves from one
   * node to another.
   *
   * @param fromRack the rack of the node that it leaves
   * @param fromNode that node
   * @param toRack the rack of the other one
   * @param toNode the other one
   */
  public boolean allowsMove(String fromRack, String fromNode, String toRack, String toNode) {
    return switch (this) {
      case RACKS -> fromRack.equals(toRack);
      case NODES -> fromNode.equals(toNode);
    };
  }
}
