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
package io.trident.hdfs.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.hdfs.protocol.proto.SlicesProtos.ReadSliceRequestProto;
import io.trident.hdfs.protocol.proto.SlicesProtos.ReadSliceResponseProto;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What DataNodes take from clients that may be hostile. */
class SliceWireTest {
  private static SliceCall call(Token<BlockTokenIdentifier> token) {
    return new SliceCall(
        new ExtendedBlock("BP-1", 2, 3, 4),
        token,
        "/t/se0000-e00.csv",
        new SliceRequest("{}", 1, new Slice(5, 6), 7),
        8);
  }

  private static ReadSliceRequestProto.Builder message() throws IOException {
    return SliceWire.convert(call(new Token<>())).toBuilder();
  }

  @Test
  void aCallComesBackAsItWasSent() throws IOException {
    Token<BlockTokenIdentifier> token =
        new Token<>(
            new byte[] {1, 2, 3},
            "password".getBytes(StandardCharsets.UTF_8),
            new Text("kind"),
            new Text("ü"));
    for (Token<BlockTokenIdentifier> one : List.of(new Token<BlockTokenIdentifier>(), token)) {
      assertThat(SliceWire.convert(SliceWire.convert(call(one)))).isEqualTo(call(one));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 1000000000, slices are not possible",
    "5, 0, slices are not possible",
    "5, -1, slices are not possible",
    "6, 6, There is no slice 6 of 6",
    "-1, 6, There is no slice -1 of 6",
    "-2147483648, 6, There is no slice",
  })
  void slicesThatAreNoneAreRefused(int slice, int slices, String cause) {
    assertThatThrownBy(() -> SliceWire.convert(message().setSlice(slice).setSlices(slices).build()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(cause);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, 0", "0, -1", "-2147483648, 2147483647"})
  void dimensionsAndNumbersOfRequestsThatAreNoneAreRefused(int dimension, int together) {
    assertThatThrownBy(
            () ->
                SliceWire.convert(message().setDimension(dimension).setTogether(together).build()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("requests together are not possible");
  }

  /** Of any part of a token a client may claim any length; nothing of that length is made. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 8, 1 << 30, 1, -1, Integer.MIN_VALUE})
  void aLengthThatATokenDoesNotHaveIsRefused(int length) throws IOException {
    for (int whole = 0; whole < 4; whole++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      for (int part = 0; part < whole; part++) {
        WritableUtils.writeVInt(out, 0);
      }
      WritableUtils.writeVInt(out, length);
      String text = Base64.getUrlEncoder().encodeToString(bytes.toByteArray());
      assertThatThrownBy(() -> SliceWire.convert(message().setToken(text).build()))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("token");
    }
  }

  @Property
  void anyTokenIsReadOrRefused(@ForAll byte[] token) throws IOException {
    isReadOrRefused(message().setToken(Base64.getUrlEncoder().encodeToString(token)).build());
  }

  @Property
  void anyTextOfATokenIsReadOrRefused(@ForAll String token) throws IOException {
    isReadOrRefused(message().setToken(token).build());
  }

  @Property
  void anyMessageIsReadOrRefused(
      @ForAll @Size(max = 64) byte[] garbage, @ForAll int at, @ForAll byte replaced)
      throws IOException {
    byte[] bytes = message().build().toByteArray();
    bytes[Math.floorMod(at, bytes.length)] = replaced;
    for (byte[] one : List.of(garbage, bytes)) {
      ReadSliceRequestProto message;
      try {
        message = ReadSliceRequestProto.parseFrom(one);
      } catch (InvalidProtocolBufferException e) {
        continue; // by the RPC server
      }
      isReadOrRefused(message);
    }
  }

  private static void isReadOrRefused(ReadSliceRequestProto message) throws IOException {
    try {
      assertThat(SliceWire.convert(message).file()).isEqualTo(message.getFile());
    } catch (InvalidRequestException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  @Test
  void answersComeBackAsTheyWereSent() {
    for (SliceReply reply :
        List.of(
            new SliceReply.Later(Duration.ofMillis(20)),
            new SliceReply.Refused(Reason.BUSY),
            new SliceReply.Part(ByteString.EMPTY, 0),
            new SliceReply.Part(ByteString.copyFromUtf8("a,b"), 9))) {
      assertThat(SliceWire.convert(SliceWire.convert(reply))).isEqualTo(reply);
    }
  }

  @Test
  void aReasonOfALaterReleaseIsARefusal() {
    assertThat(SliceWire.convert(ReadSliceResponseProto.newBuilder().setRefused("TIRED").build()))
        .isEqualTo(new SliceReply.Refused(Reason.FAILED));
  }
}
