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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.request.MalformedPreferenceMapException;
import io.trident.core.request.PreferenceMap;
import io.trident.core.request.PreferenceMapCodec;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.junit.jupiter.api.Test;

class PreferenceMapsTest {
  private static final PreferenceMap TWO_TIERS =
      new PreferenceMap(new TreeMap<>(Map.of(1.0, 1, 20.0, 2)));

  @Test
  void aMapSurvivesTheWire() throws Exception {
    ResourceRequest sent = PreferenceMaps.attach(request(), TWO_TIERS);
    assertThat(PreferenceMaps.read(overTheWire(sent))).contains(TWO_TIERS);
  }

  @Test
  void aMapSurvivesCloning() throws Exception {
    ResourceRequest copy = ResourceRequest.clone(PreferenceMaps.attach(request(), TWO_TIERS));
    assertThat(PreferenceMaps.read(overTheWire(copy))).contains(TWO_TIERS);
  }

  @Test
  void theRequestItselfIsUnchanged() throws Exception {
    ResourceRequest plain = request();
    ResourceRequest sent = PreferenceMaps.attach(plain, TWO_TIERS);
    assertThat(PreferenceMaps.read(plain)).isEmpty();
    assertThat(sent).isEqualTo(plain);
    assertThat(sent.getExecutionTypeRequest().getExecutionType())
        .isEqualTo(ExecutionType.GUARANTEED);
  }

  @Test
  void aRequestWithoutExecutionTypeStaysComparable() {
    ResourceRequest plain = request();
    plain.setExecutionTypeRequest(null);
    ResourceRequest sent = PreferenceMaps.attach(plain, TWO_TIERS);
    assertThat(sent.getExecutionTypeRequest().getExecutionType())
        .isEqualTo(ExecutionType.GUARANTEED);
  }

  @Test
  void aLaterMapReplacesAnEarlierOneAndAnEmptyOneRemovesIt() throws Exception {
    PreferenceMap later = new PreferenceMap(new TreeMap<>(Map.of(8.0, 3)));
    ResourceRequest sent = PreferenceMaps.attach(request(), TWO_TIERS);
    ResourceRequest replaced = PreferenceMaps.attach(sent, later);
    assertThat(PreferenceMaps.read(replaced)).contains(later);
    assertThat(PreferenceMaps.read(ResourceRequest.clone(replaced))).contains(later);
    ResourceRequest removed = PreferenceMaps.attach(replaced, PreferenceMap.EMPTY);
    assertThat(PreferenceMaps.read(removed)).isEmpty();
    assertThat(PreferenceMaps.read(ResourceRequest.clone(removed))).isEmpty();
  }

  @Test
  void tooLongAFieldIsRejectedBeforeItIsDecoded() {
    byte[] million = new byte[1 + 12 * 1_000_000];
    million[0] = 1;
    assertThatThrownBy(() -> PreferenceMaps.read(withField(million)))
        .isInstanceOf(MalformedPreferenceMapException.class)
        .hasMessageContaining("12000001 bytes");
  }

  @Test
  void aRepeatedOrWronglyTypedFieldIsRejected() {
    byte[] valid = PreferenceMapCodec.encode(TWO_TIERS);
    UnknownFieldSet.Field twice =
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFrom(valid))
            .addLengthDelimited(ByteString.copyFrom(valid))
            .build();
    UnknownFieldSet.Field number = UnknownFieldSet.Field.newBuilder().addVarint(7).build();
    assertThatThrownBy(() -> PreferenceMaps.read(withField(twice)))
        .isInstanceOf(MalformedPreferenceMapException.class);
    assertThatThrownBy(() -> PreferenceMaps.read(withField(number)))
        .isInstanceOf(MalformedPreferenceMapException.class);
  }

  @Property(tries = 500)
  void garbageIsEitherAMapOrMalformedButNeverAnythingElse(
      @ForAll @Size(max = 60) byte[] garbage, @ForAll @IntRange(min = 0, max = 1) int version) {
    if (garbage.length > 0) {
      garbage[0] = (byte) version;
    }
    try {
      PreferenceMap map = PreferenceMaps.read(withField(garbage)).orElseThrow();
      assertThat(PreferenceMapCodec.encode(map)).hasSameSizeAs(garbage);
    } catch (MalformedPreferenceMapException expected) {
      assertThat(expected).hasMessageStartingWith("Malformed preference map");
    }
  }

  private static ResourceRequest request() {
    return ResourceRequest.newInstance(
        Priority.newInstance(20), "n1", Resource.newInstance(1024, 1), 3);
  }

  private static ResourceRequest overTheWire(ResourceRequest request) throws IOException {
    byte[] bytes = ((ResourceRequestPBImpl) request).getProto().toByteArray();
    return new ResourceRequestPBImpl(ResourceRequestProto.parseFrom(bytes));
  }

  private static ResourceRequest withField(byte[] bytes) {
    return RawField.attach(request(), bytes);
  }

  private static ResourceRequest withField(UnknownFieldSet.Field field) {
    return RawField.attach(request(), field);
  }
}
