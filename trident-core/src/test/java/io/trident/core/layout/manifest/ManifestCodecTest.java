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
package io.trident.core.layout.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ManifestCodecTest {
  private static final int HEADER_BYTES = 12;

  private static Manifest decode(byte[] bytes) throws MalformedManifestException {
    return ManifestCodec.decode(ByteBuffer.wrap(bytes));
  }

  private static byte[] message(Manifest manifest) {
    byte[] all = ManifestCodec.encode(manifest);
    return Arrays.copyOfRange(all, HEADER_BYTES, all.length - Integer.BYTES);
  }

  @Property
  void whatIsEncodedIsDecoded(@ForAll long seed) throws MalformedManifestException {
    Manifest manifest = RandomManifest.of(new Random(seed));
    byte[] bytes = ManifestCodec.encode(manifest);
    assertThat(decode(bytes)).isEqualTo(manifest);
    assertThat(ManifestCodec.encode(decode(bytes))).isEqualTo(bytes);
  }

  @Property
  void aChangedByteIsFound(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = ManifestCodec.encode(RandomManifest.of(random));
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    assertThatThrownBy(() -> decode(bytes)).isInstanceOf(MalformedManifestException.class);
    byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
    assertThatThrownBy(() -> decode(cut)).isInstanceOf(MalformedManifestException.class);
  }

  /** With a right checksum, so that the message itself is read. */
  @Property(tries = 8000)
  void hostileMessagesAreRefusedOrDecoded(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] message = message(RandomManifest.of(random));
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(message.length);
      switch (random.nextInt(3)) {
        case 0 -> message[at] = (byte) random.nextInt();
        case 1 -> message = Arrays.copyOf(message, at + 1);
        default -> message[at] ^= (byte) (1 << random.nextInt(8));
      }
    }
    byte[] bytes = ManifestCodec.seal(message);
    try {
      Manifest manifest = decode(bytes);
      assertThat(decode(ManifestCodec.encode(manifest))).isEqualTo(manifest);
    } catch (MalformedManifestException e) {
      assertThat(e).hasMessageStartingWith("Malformed manifest: ");
    }
  }

  @Property
  void membersOfLaterReleasesArePassedOver(@ForAll long seed) throws MalformedManifestException {
    Random random = new Random(seed);
    Manifest manifest = RandomManifest.of(random);
    byte[] later =
        new WireWriter()
            .varint(99, random.nextLong())
            .fixed32(98, 7)
            .fixed64(97, -1)
            .bytes(96, new byte[random.nextInt(9)])
            .toBytes();
    byte[] message = message(manifest);
    byte[] both = Arrays.copyOf(message, message.length + later.length);
    System.arraycopy(later, 0, both, message.length, later.length);
    assertThat(decode(ManifestCodec.seal(both))).isEqualTo(manifest);
  }

  /**
   * The bytes of docs/layout-format.md, which protoc decodes and encodes alike; a change of them
   * needs another version.
   */
  @Test
  void theBytesAreThoseOfThePage() throws IOException, MalformedManifestException {
    Manifest manifest =
        new Manifest(
            3,
            "csv",
            1,
            ParityGroups.none(1),
            List.of(
                new DimensionEntry(
                    Dimension.ofColumn("a", new RangePartitioner(1, List.of())),
                    List.of(
                        new ExtentEntry(
                            new StoredObject(new BlockIdentity(16386, 1073741825, 1001), 6, -1),
                            List.of(
                                new BucketEntry(
                                    0,
                                    6,
                                    -1,
                                    1,
                                    Optional.of(new KeyRange(Value.NULL, Value.ofInt(7))),
                                    new RecordSum(1, 2))))),
                    List.of())));
    String page = Files.readString(Path.of("../docs/layout-format.md"));
    String[] listings = page.split("```");
    String bytes = listings[listings.length - 2].replaceAll("\\s", "");
    assertThat(HexFormat.of().formatHex(ManifestCodec.encode(manifest))).isEqualTo(bytes);
    assertThat(decode(ManifestCodec.encode(manifest))).isEqualTo(manifest);
  }

  @Test
  void othersBytesAreRefusedByTheirReason() {
    byte[] bytes = ManifestCodec.encode(RandomManifest.of(new Random(1)));
    assertThatThrownBy(() -> decode(new byte[0])).hasMessageContaining("begin with TRLM");
    assertThatThrownBy(() -> decode("PAR1 is another format".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("begin with TRLM");
    byte[] version = bytes.clone();
    version[7] = 2;
    assertThatThrownBy(() -> decode(version))
        .hasMessageContaining("version 2 is not known; read it with a newer release");
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> decode(longer)).hasMessageContaining("bytes is announced");
  }

  /** As of a replica, of whose buckets nearly all are empty. */
  @Test
  void emptyBucketsThatFollowEachOtherAreOneObject() throws MalformedManifestException {
    int partitions = 50;
    List<ExtentEntry> extents = new ArrayList<>();
    for (int e = 0; e < partitions; e++) {
      List<BucketEntry> buckets = new ArrayList<>();
      for (int b = 0; b < partitions; b++) {
        buckets.add(
            b == e
                ? bucket(0, 7)
                : new BucketEntry(b < e ? 0 : 7, 0, 0, 0, Optional.empty(), RecordSum.NONE));
      }
      extents.add(new ExtentEntry(new StoredObject(new BlockIdentity(1, e, 1), 7, 0), buckets));
    }
    Dimension dimension = Dimension.ofColumn("a", new HashPartitioner(partitions));
    Manifest manifest =
        new Manifest(
            0,
            "csv",
            1,
            ParityGroups.none(partitions),
            List.of(new DimensionEntry(dimension, extents, List.of())));

    Manifest decoded = decode(ManifestCodec.encode(manifest));

    assertThat(decoded).isEqualTo(manifest);
    for (ExtentEntry extent : decoded.dimensions().get(0).extents()) {
      Set<BucketEntry> objects = Collections.newSetFromMap(new IdentityHashMap<>());
      objects.addAll(extent.buckets());
      assertThat(objects.size()).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void aManifestIsTheContentsOfAPlan() {
    Manifest manifest = RandomManifest.of(new Random(3));
    DataExtent extent = new DataExtent(0, 0);
    assertThat(manifest.geometry())
        .isEqualTo(new Geometry(manifest.parity().extents(), manifest.dimensions().size()));
    assertThat(manifest.dimensions().get(0).skew().largest())
        .isGreaterThanOrEqualTo(manifest.bytes(extent));
    assertThat(manifest.bytes(extent)).isEqualTo(manifest.entry(extent).stored().length());
    assertThat(manifest.bytes(new Bucket(0, 0, 0)))
        .isEqualTo(manifest.entry(extent).buckets().get(0).length());
  }

  @Test
  void partsThatDoNotFitTogetherAreRefused() {
    Manifest good = null;
    for (int seed = 0; good == null || good.geometry().extents() < 2; seed++) {
      good = RandomManifest.of(new Random(seed));
    }
    Manifest manifest = good;
    DimensionEntry first = manifest.dimensions().get(0);
    List<ExtentEntry> fewer = first.extents().subList(1, first.extents().size());
    assertThatThrownBy(
            () -> with(manifest, new DimensionEntry(first.dimension(), fewer, first.parities())))
        .hasMessageContaining("extents; there must be");
    List<StoredObject> more =
        new ArrayList<>(Collections.nCopies(9, manifest.entry(new DataExtent(0, 0)).stored()));
    assertThatThrownBy(
            () -> with(manifest, new DimensionEntry(first.dimension(), first.extents(), more)))
        .hasMessageContaining("9 parity extents");
    assertThatThrownBy(() -> new BucketEntry(0, 5, 0, 0, Optional.empty(), RecordSum.NONE))
        .hasMessageContaining("0 rows, 5 bytes");
    StoredObject five = new StoredObject(new BlockIdentity(1, 1, 1), 5, 0);
    assertThatThrownBy(() -> new ExtentEntry(five, List.of(bucket(0, 3), bucket(2, 2))))
        .hasMessage("A bucket has bytes 2 to 4; the one before ends at 3, and the extent at 5.");
    assertThatThrownBy(() -> new ExtentEntry(five, List.of(bucket(3, 3))))
        .hasMessageContaining("bytes 3 to 6");
    assertThatThrownBy(() -> new StoredObject(five.identity(), -1, 0))
        .hasMessageContaining("-1 bytes");
    assertThatThrownBy(() -> new BucketEntry(-1, 0, 0, 0, Optional.empty(), RecordSum.NONE))
        .hasMessageContaining("negative");
  }

  private static BucketEntry bucket(long offset, long length) {
    KeyRange keys = new KeyRange(Value.ofInt(1), Value.ofInt(1));
    return new BucketEntry(offset, length, 0, 1, Optional.of(keys), RecordSum.NONE);
  }

  private static Manifest with(Manifest manifest, DimensionEntry first) {
    List<DimensionEntry> dimensions = new ArrayList<>(manifest.dimensions());
    dimensions.set(0, first);
    return new Manifest(
        manifest.superExtent(),
        manifest.adapter(),
        manifest.adapterVersion(),
        manifest.parity(),
        dimensions);
  }
}
