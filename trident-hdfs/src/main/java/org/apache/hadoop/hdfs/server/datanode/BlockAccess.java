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
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;

/**
 * Whether a DataNode has a block, and whether a client may read it: as a DataNode decides it for
 * its own reads. Needs {@code DataNode#isBlockTokenEnabled}, which the NameNode sets.
 */
public final class BlockAccess {
  private BlockAccess() {}

  /**
   * Checks the token of a read, and that the block is here and complete.
   *
   * @throws InvalidToken if HDFS uses tokens, and this one does not allow it
   * @throws InvalidRequestException if the block is not here, or has another length
   */
  public static void check(DataNode node, ExtendedBlock block, Token<BlockTokenIdentifier> token)
      throws IOException {
    // of others the managers of tokens and locks know nothing: they fail, or make a lock for each
    if (!node.isBPServiceAlive(block.getBlockPoolId())) {
      throw new InvalidRequestException("This DataNode serves no such block pool");
    }
    if (node.isBlockTokenEnabled) {
      checkToken(node, block, token);
    }
    if (!node.getFSDataset().isValidBlock(block)
        || node.getFSDataset().getReplicaVisibleLength(block) != block.getNumBytes()) {
      throw new InvalidRequestException(
          "This DataNode does not have the block, or not with such a length");
    }
  }

  private static void checkToken(
      DataNode node, ExtendedBlock block, Token<BlockTokenIdentifier> token) throws IOException {
    try {
      node.getBlockPoolTokenSecretManager()
          .checkAccess(token, null, block, AccessMode.READ, null, null);
    } catch (IllegalArgumentException e) {
      throw new InvalidToken("The block's token cannot be read"); // made up by a client
    }
  }
}
