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
package io.trident.yarn.wire;

import io.trident.core.request.MalformedPreferenceMapException;
import io.trident.core.request.PreferenceMap;
import io.trident.core.request.PreferenceMapCodec;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ExecutionTypeRequestPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ExecutionTypeProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ExecutionTypeRequestProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;

/**
 * Carries a {@link PreferenceMap} in a stock {@link ResourceRequest} (paper, section 3.2).
 *
 * <p>The map travels as protobuf field {@link #FIELD}, which stock YARN does not know: it keeps the
 * bytes, ignores them, and serves the request as one without preferences. The field is one of the
 * request's {@code ExecutionTypeRequestProto}, since {@link ResourceRequest#clone} shares that,
 * drops what it does not know of the request itself, and reading it builds no protocol buffer.
 */
public final class PreferenceMaps {
  /** The protobuf field number, far above those that YARN itself counts up. */
  public static final int FIELD = 7001;

  /** A longer field is rejected unread: version byte, then a double and an int per entry. */
  private static final int MAX_BYTES =
      1 + PreferenceMapCodec.MAX_ENTRIES * (Double.BYTES + Integer.BYTES);

  private PreferenceMaps() {}

  /**
   * Returns the request with the map attached in place of any earlier one; an empty map removes it.
   *
   * <p>The argument is not changed. A request that is not one of YARN's protocol buffers cannot
   * carry a map and is returned as it is.
   *
   * @throws IllegalArgumentException if the map has more entries than the wire format allows
   */
  public static ResourceRequest attach(ResourceRequest request, PreferenceMap preferences) {
    if (!(request instanceof ResourceRequestPBImpl stock)) {
      return request;
    }
    ResourceRequestProto proto = stock.getProto();
    ExecutionTypeRequestProto.Builder execution = proto.getExecutionTypeRequest().toBuilder();
    if (!execution.hasExecutionType()) {
      execution.setExecutionType(ExecutionTypeProto.GUARANTEED);
    }
    execution.setUnknownFields(
        with(proto.getExecutionTypeRequest().getUnknownFields(), preferences));
    return new ResourceRequestPBImpl(proto.toBuilder().setExecutionTypeRequest(execution).build());
  }

  /**
   * Returns the map of a request, or empty if it carries none.
   *
   * <p>Counts are as sent: they need not agree with the request's number of containers. Not
   * thread-safe, because reading a part of a request changes the request's internal state.
   *
   * @throws MalformedPreferenceMapException if the field is there and is not one valid map
   */
  public static Optional<PreferenceMap> read(ResourceRequest request)
      throws MalformedPreferenceMapException {
    if (!(request.getExecutionTypeRequest() instanceof ExecutionTypeRequestPBImpl carrier)) {
      return Optional.empty();
    }
    UnknownFieldSet fields = carrier.getProto().getUnknownFields();
    return fields.hasField(FIELD) ? Optional.of(decode(fields.getField(FIELD))) : Optional.empty();
  }

  private static PreferenceMap decode(UnknownFieldSet.Field field)
      throws MalformedPreferenceMapException {
    List<ByteString> values = field.getLengthDelimitedList();
    if (values.size() != 1) {
      throw new MalformedPreferenceMapException(
          "field %d holds %d byte strings, not one".formatted(FIELD, values.size()));
    }
    ByteString bytes = values.get(0);
    if (bytes.size() > MAX_BYTES) {
      throw new MalformedPreferenceMapException(
          "%d bytes, at most %d".formatted(bytes.size(), MAX_BYTES));
    }
    return PreferenceMapCodec.decode(bytes.asReadOnlyByteBuffer());
  }

  private static UnknownFieldSet with(UnknownFieldSet fields, PreferenceMap preferences) {
    UnknownFieldSet.Builder builder = fields.toBuilder().clearField(FIELD);
    if (!preferences.isEmpty()) {
      builder.addField(
          FIELD,
          UnknownFieldSet.Field.newBuilder()
              .addLengthDelimited(ByteString.copyFrom(PreferenceMapCodec.encode(preferences)))
              .build());
    }
    return builder.build();
  }
}
