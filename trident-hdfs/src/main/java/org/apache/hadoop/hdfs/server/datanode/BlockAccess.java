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
package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;

/**
 * Whether a client may read a block: as a DataNode decides it for its own reads. Needs {@code
 * DataNode#isBlockTokenEnabled}, which the NameNode sets.
 */
public final class BlockAccess {
  private BlockAccess() {}

  /**
   * Checks the token of a read.
   *
   * @param block of a pool that the node serves
   * @throws InvalidToken if HDFS uses tokens, and this one does not allow it
   */
  public static void check(DataNode node, ExtendedBlock block, Token<BlockTokenIdentifier> token)
      throws IOException {
    if (!node.isBlockTokenEnabled) {
      return;
    }
    try {
      node.getBlockPoolTokenSecretManager()
          .checkAccess(token, null, block, AccessMode.READ, null, null);
    } catch (IllegalArgumentException e) {
      throw new InvalidToken("The block's token cannot be read"); // made up by a client
    }
  }
}
