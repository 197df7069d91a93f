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
package io.trident.layout.extent;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.guard.Guard;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceReads;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.Tables;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class SliceReaderTest {
  private static final byte[] SERVED = {7};

  private final FormatAdapter adapter =
      Tables.formats().find("csv", 1).open(Tables.schema("a long"), List.of("a"), Map.of());
  private final MemorySource extent = MemorySource.of("1\n2\n3\n4\n5\n6\n7\n8\n");
  private final List<Throwable> failures = new ArrayList<>();

  private SliceReader reader(Callable<Optional<byte[]>> node) {
    SliceReads storage =
        new SliceReads() {
          @Override
          public boolean serves(String scheme) {
            return scheme.equals("hdfs");
          }

          @Override
          public Optional<byte[]> read(
              URI file, SliceRequest request, Iterable<Map.Entry<String, String>> conf)
              throws Exception {
            return node.call();
          }
        };
    return new SliceReader(
        List.of(storage),
        List.of(adapter),
        new Guard((consequence, failure) -> failures.add(failure)));
  }

  private byte[] read(SliceReader reader, String file, int slice) throws IOException {
    SliceRequest request = new SliceRequest("", 0, new Slice(slice, 2), 1);
    return reader.read(URI.create(file), extent, request, List.of());
  }

  /** The rows of a slice, read here. */
  private void assertReadHere(SliceReader reader, String file) throws IOException {
    List<String> rows = new ArrayList<>();
    for (int slice = 0; slice < 2; slice++) {
      rows.addAll(new String(read(reader, file, slice), StandardCharsets.UTF_8).lines().toList());
    }
    assertThat(rows).containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6", "7", "8");
    assertThat(reader.readHere()).isEqualTo(2);
    assertThat(reader.servedByNodes()).isZero();
  }

  @Test
  void aNodeServesASlice() throws Exception {
    SliceReader reader = reader(() -> Optional.of(SERVED));
    assertThat(read(reader, "hdfs://nn/t/e", 0)).isEqualTo(SERVED);
    assertThat(reader.servedByNodes()).isEqualTo(1);
  }

  @Test
  void whatNoNodeServesIsReadHere() throws Exception {
    assertReadHere(reader(Optional::empty), "hdfs://nn/t/e");
    assertReadHere(reader(() -> Optional.of(SERVED)), "file:/t/e");
    assertReadHere(reader(() -> Optional.of(SERVED)), "/t/e");
    assertThat(failures).isEmpty();
  }

  @Test
  void whateverFailsInAStorageIsContained() throws Exception {
    assertReadHere(
        reader(
            () -> {
              throw new IOException("no node");
            }),
        "hdfs://nn/t/e");
    assertReadHere(
        reader(
            () -> {
              throw new NoClassDefFoundError("of another release");
            }),
        "hdfs://nn/t/e");
    assertThat(failures).hasSize(2); // of each reader the first
  }
}
