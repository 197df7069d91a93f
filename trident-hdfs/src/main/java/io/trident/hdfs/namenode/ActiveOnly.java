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
package io.trident.hdfs.namenode;

import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.StandbyException;

/**
 * Whether a NameNode may answer for Trident: the active one alone. An observer may not know a file
 * yet, and the plugin's protocols carry no state by which it could wait until it does.
 */
final class ActiveOnly {
  private ActiveOnly() {}

  /**
   * Checks that a NameNode is active.
   *
   * @throws StandbyException if it is not, which has clients try the next one
   */
  static void check(NameNode nameNode) throws StandbyException {
    if (!nameNode.isActiveState()) {
      throw new StandbyException("Trident answers on the active NameNode only");
    }
  }
}
