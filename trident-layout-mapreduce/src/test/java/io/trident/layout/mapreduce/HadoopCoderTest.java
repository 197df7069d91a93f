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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.parity.ParityStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawErasureCoderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Double parity has the bytes of Hadoop's coder of Reed and Solomon. */
class HadoopCoderTest {
  private static final int BYTES = 1_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 16, 20, 100, 253})
  void hadoopEncodesTheSame(int members) throws IOException {
    Random random = new Random(members);
    byte[][] data = new byte[members][BYTES];
    List<byte[]> extents = new ArrayList<>();
    for (byte[] bytes : data) {
      byte[] extent = new byte[random.nextInt(BYTES)]; // zeros follow it
      random.nextBytes(extent);
      System.arraycopy(extent, 0, bytes, 0, extent.length);
      extents.add(extent);
    }
    byte[][] expected = new byte[2][BYTES];
    new RSRawErasureCoderFactory()
        .createEncoder(new ErasureCoderOptions(members, 2))
        .encode(data, expected);

    ParityGroups groups = new ParityGroups(members, members, 2);
    List<DataExtent> all = groups.members(0, 0);
    for (ParityExtent parity : groups.parities(0, 0)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ParityStreams.encode(
          extents.stream().map(ByteArrayInputStream::new).toList(),
          groups.coefficients(parity, all),
          out);
      assertThat(Arrays.copyOf(out.toByteArray(), BYTES)).isEqualTo(expected[parity.index()]);
    }
  }
}
