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

import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;

/** Writes anything at all where a preference map should be. */
public final class RawField {
  private RawField() {}

  /** Returns a copy of the request whose map field holds the given bytes. */
  public static ResourceRequest attach(ResourceRequest request, byte[] bytes) {
    return attach(
        request,
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFrom(bytes)).build());
  }

  /** Returns whether there is anything where a preference map would be. */
  public static boolean isThere(ResourceRequest request) {
    ResourceRequestProto proto = ((ResourceRequestPBImpl) request).getProto();
    return proto.getExecutionTypeRequest().getUnknownFields().hasField(PreferenceMaps.FIELD);
  }

  static ResourceRequest attach(ResourceRequest request, UnknownFieldSet.Field field) {
    ResourceRequestProto.Builder proto = ((ResourceRequestPBImpl) request).getProto().toBuilder();
    proto
        .getExecutionTypeRequestBuilder()
        .setUnknownFields(
            UnknownFieldSet.newBuilder().addField(PreferenceMaps.FIELD, field).build());
    return new ResourceRequestPBImpl(proto.build());
  }
}
