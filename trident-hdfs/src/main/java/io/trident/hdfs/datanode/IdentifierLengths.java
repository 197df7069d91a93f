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
package io.trident.hdfs.datanode;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;

/**
 * Whether the lengths in a block token's identifier are within it. HDFS reads an identifier before
 * it compares the password, and makes arrays of the lengths that the identifier names: a client
 * could have a node make arrays of 2 GiB. Of identifiers as protobuf messages the parser sees to
 * that.
 */
final class IdentifierLengths {
  private final byte[] identifier;
  private final DataInputBuffer in = new DataInputBuffer();

  private IdentifierLengths(byte[] identifier) {
    this.identifier = identifier;
    in.reset(identifier, identifier.length);
  }

  /**
   * Checks them; O(length).
   *
   * @throws InvalidToken if one is not, or negative
   */
  static void check(byte[] identifier) throws InvalidToken {
    if (identifier.length == 0 || identifier[0] > 0) { // as BlockTokenIdentifier tells its forms
      return;
    }
    try {
      new IdentifierLengths(identifier).skim();
    } catch (IOException e) {
      throw new InvalidToken("The block's token cannot be read");
    }
  }

  /** Goes through the members as {@code BlockTokenIdentifier#readFieldsLegacy} does. */
  private void skim() throws IOException {
    WritableUtils.readVLong(in); // expiry
    WritableUtils.readVInt(in); // key
    skipString(); // user
    skipBytes(in.readInt()); // pool, which HDFS takes not to be null
    WritableUtils.readVLong(in); // block
    int modes = WritableUtils.readVIntInRange(in, 0, AccessMode.values().length);
    for (int i = 0; i < modes; i++) {
      skipBytes(WritableUtils.readVInt(in));
    }
    // What follows is left out by old NameNodes, or where there is none of it.
    int types = left() == 0 ? 0 : count();
    for (int i = 0; i < types; i++) {
      skipBytes(WritableUtils.readVInt(in));
    }
    int storages = left() == 0 ? 0 : count();
    for (int i = 0; i < storages; i++) {
      skipString();
    }
    if (left() > 0) {
      skipBytes(WritableUtils.readVInt(in)); // handshake
    }
  }

  private int left() {
    return identifier.length - in.getPosition();
  }

  /** Each of what is counted has a byte at least. */
  private int count() throws IOException {
    int count = WritableUtils.readVInt(in);
    if (count < 0 || count > left()) {
      throw new EOFException();
    }
    return count;
  }

  private void skipString() throws IOException {
    int length = in.readInt();
    if (length != -1) { // null
      skipBytes(length);
    }
  }

  private void skipBytes(int length) throws IOException {
    if (length < 0 || length > left()) {
      throw new EOFException();
    }
    in.skipNBytes(length);
  }
}
