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
package io.trident.cli.layout;

import io.trident.hdfs.protocol.LayoutServer;
import java.io.IOException;

/** Whether a cluster keeps the dimensions of a table apart. */
final class Racks {
  private static final int LEAST = 3;

  /** What must not take two dimensions of a table at once. */
  enum Isolation {
    /** A rack. */
    RACKS,
    /** A node: one rack may take all. */
    NODES,
    /** Nothing: for trials. */
    NONE
  }

  private Racks() {}

  /**
   * Checks it.
   *
   * @throws IOException if the cluster does not; the message has the remedy
   */
  static void check(LayoutServer server, Isolation isolation) throws IOException {
    if (isolation == Isolation.RACKS && server.racks() < LEAST) {
      throw new IOException(
          "The cluster has %d racks, and %d are needed; configure racks, or set trident.hdfs.layout.isolation=nodes on NameNodes and give --isolation nodes: then a rack can take all copies of a row."
              .formatted(server.racks(), LEAST));
    }
    if (isolation != Isolation.NONE && !server.dimensionsApart()) {
      throw new IOException(
          "The NameNode does not place dimensions apart, so one node may take all copies of a row; configure placement as docs/layouts.md has it, or give --isolation none for a trial.");
    }
  }
}
