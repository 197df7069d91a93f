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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifierLengthsTest {
  private static byte[] identifier(boolean isProtobuf) {
    BlockTokenIdentifier identifier =
        new BlockTokenIdentifier(
            "anna",
            "BP-1",
            1 << 30,
            EnumSet.allOf(AccessMode.class),
            new StorageType[] {StorageType.DISK, StorageType.SSD},
            new String[] {"DS-1", "DS-2"},
            isProtobuf);
    identifier.setExpiryDate(System.currentTimeMillis());
    identifier.setKeyId(-7);
    identifier.setHandshakeMsg(new byte[] {1, 2, 3});
    return identifier.getBytes();
  }

  /** As for a read: of no types of storage. */
  private static byte[] shortIdentifier(boolean isProtobuf) {
    return new BlockTokenIdentifier(
            "anna", "BP-1", 7, EnumSet.of(AccessMode.READ), null, null, isProtobuf)
        .getBytes();
  }

  private static void read(byte[] identifier) throws IOException {
    new BlockTokenIdentifier()
        .readFields(new DataInputStream(new ByteArrayInputStream(identifier)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatNameNodesMakePasses(boolean isProtobuf) throws IOException {
    IdentifierLengths.check(identifier(isProtobuf));
    read(identifier(isProtobuf));
    IdentifierLengths.check(shortIdentifier(isProtobuf));
    read(shortIdentifier(isProtobuf));
  }

  @Test
  void aLengthOfGigabytesIsRefused() {
    byte[] identifier = identifier(false);
    int user = indexOf(identifier, (byte) 'a') - 4;
    identifier[user] = 0x7f;
    assertThatThrownBy(() -> IdentifierLengths.check(identifier)).isInstanceOf(InvalidToken.class);
  }

  @Test
  void withoutAPoolItIsRefused() throws IOException {
    byte[] identifier = new BlockTokenIdentifier().getBytes();
    assertThatThrownBy(() -> IdentifierLengths.check(identifier)).isInstanceOf(InvalidToken.class);
  }

  private static int indexOf(byte[] bytes, byte one) {
    int at = 0;
    while (bytes[at] != one) {
      at++;
    }
    return at;
  }

  /** HDFS reads it, or throws an exception that is no want of memory. */
  @Property
  void whatPassesIsReadWithinItsLength(
      @ForAll @Size(min = 1, max = 4) int[] places, @ForAll byte[] values, @ForAll boolean isCut) {
    byte[] identifier = identifier(false);
    for (int i = 0; i < Math.min(places.length, values.length); i++) {
      identifier[Math.floorMod(places[i], identifier.length)] = values[i];
    }
    if (isCut) {
      identifier = Arrays.copyOf(identifier, Math.floorMod(places[0], identifier.length));
    }
    tryAll(identifier);
  }

  @Property
  void anyBytesAreReadWithinTheirLength(
      @ForAll byte[] bytes, @ForAll @IntRange(min = -128, max = 0) int first) {
    byte[] identifier = bytes.length == 0 ? new byte[1] : bytes;
    identifier[0] = (byte) first;
    tryAll(identifier);
  }

  private static void tryAll(byte[] identifier) {
    try {
      IdentifierLengths.check(identifier);
      read(identifier);
    } catch (IOException | IllegalArgumentException e) {
      assertThat(e).isNotNull(); // and not OutOfMemoryError, or NegativeArraySizeException
    }
  }
}
