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

import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.hdfs.protocol.proto.SlicesProtos.ReadSliceRequestProto;
import io.trident.hdfs.protocol.proto.SlicesProtos.ReadSliceResponseProto;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.security.token.Token;

/** Translates the values of {@link SliceProtocol} to messages and back. */
final class SliceWire {
  /** Identifier, password, kind and service, each with its length before it. */
  private static final int TOKEN_PARTS = 4;

  private SliceWire() {}

  static ReadSliceRequestProto convert(SliceCall call) throws IOException {
    SliceRequest request = call.request();
    return ReadSliceRequestProto.newBuilder()
        .setBlockPool(call.block().getBlockPoolId())
        .setBlock(call.block().getBlockId())
        .setGenerationStamp(call.block().getGenerationStamp())
        .setLength(call.block().getNumBytes())
        .setToken(call.token().encodeToUrlString())
        .setFile(call.file())
        .setSpec(request.spec())
        .setDimension(request.dimension())
        .setSlice(request.slice().number())
        .setSlices(request.slice().slices())
        .setTogether(request.together())
        .setOffset(call.offset())
        .build();
  }

  static SliceCall convert(ReadSliceRequestProto call) throws IOException {
    Token<BlockTokenIdentifier> token = token(call.getToken());
    SliceRequest request;
    try {
      request =
          new SliceRequest(
              call.getSpec(),
              call.getDimension(),
              new Slice(call.getSlice(), call.getSlices()),
              call.getTogether());
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(e.getMessage());
    }
    return new SliceCall(
        new ExtendedBlock(
            call.getBlockPool(), call.getBlock(), call.getLength(), call.getGenerationStamp()),
        token,
        call.getFile(),
        request,
        call.getOffset());
  }

  /**
   * Reads a token as {@code Token#decodeFromUrlString} does. That makes arrays of the lengths that
   * the text has, whatever these are, so that they are checked first.
   */
  private static Token<BlockTokenIdentifier> token(String text) throws InvalidRequestException {
    Token<BlockTokenIdentifier> token = new Token<>();
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(bytes, bytes.length);
      for (int part = 0; part < TOKEN_PARTS; part++) {
        int length = WritableUtils.readVInt(in);
        if (length < 0 || length > bytes.length - in.getPosition()) {
          throw new EOFException();
        }
        in.skipNBytes(length);
      }
      in.reset(bytes, bytes.length);
      token.readFields(in);
    } catch (IllegalArgumentException | IOException e) {
      throw new InvalidRequestException("The block's token cannot be read");
    }
    return token;
  }

  static ReadSliceResponseProto convert(SliceReply reply) {
    ReadSliceResponseProto.Builder proto = ReadSliceResponseProto.newBuilder();
    if (reply instanceof SliceReply.Later later) {
      proto.setRetryAfterMs(later.retryAfter().toMillis());
    } else if (reply instanceof SliceReply.Refused refused) {
      proto.setRefused(refused.reason().name());
    } else if (reply instanceof SliceReply.Part part) {
      proto.setData(part.data()).setTotal(part.total());
    }
    return proto.build();
  }

  static SliceReply convert(ReadSliceResponseProto reply) {
    if (reply.hasData()) {
      return new SliceReply.Part(reply.getData(), reply.getTotal());
    }
    if (reply.hasRetryAfterMs()) {
      return new SliceReply.Later(Duration.ofMillis(reply.getRetryAfterMs()));
    }
    return new SliceReply.Refused(
        Arrays.stream(Reason.values())
            .filter(one -> one.name().equals(reply.getRefused()))
            .findFirst()
            .orElse(Reason.FAILED)); // of a later release
  }
}
