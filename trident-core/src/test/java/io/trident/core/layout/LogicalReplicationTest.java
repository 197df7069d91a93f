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
package io.trident.core.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.ExtentEntry;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.manifest.RecordSum;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.parity.ParityStreams;
import io.trident.core.layout.partition.HashPartitioner;
import io.trident.core.layout.partition.SampledBoundaries;
import io.trident.core.layout.partition.WeightedValue;
import io.trident.core.layout.recovery.Damage;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.core.layout.recovery.RecoveryPlan;
import io.trident.core.layout.recovery.RecoveryPlanner;
import io.trident.core.layout.value.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * All parts together, on bytes: lines of text are placed, written, described by a manifest and
 * parities; some are lost; what the manifest's plan rebuilds is byte for byte what was lost.
 */
class LogicalReplicationTest {
  /** A host that has its extents in a map, and lines {@code key,key,...} of text. */
  private static final class Host {
    private final RowLayout layout;
    private final ParityGroups parity;
    private final Map<Extent, byte[]> stored = new HashMap<>();

    Host(RowLayout layout, ParityGroups parity) {
      this.layout = layout;
      this.parity = parity;
    }

    LayoutRow row(String line) {
      List<Value> keys =
          Arrays.stream(line.split(",")).map(key -> Value.ofLong(Long.parseLong(key))).toList();
      return new LayoutRow(0, keys.subList(0, layout.dimensions().size()), Value.ofString(line));
    }

    Manifest write(List<String> lines) throws IOException {
      PlacedRows placed = layout.place(lines.stream().map(this::row).toList());
      List<DimensionEntry> entries = new ArrayList<>();
      for (int d = 0; d < layout.dimensions().size(); d++) {
        List<ExtentEntry> extents = new ArrayList<>();
        for (DataExtent extent : layout.geometry().extentsOf(d)) {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          List<BucketEntry> buckets = new ArrayList<>();
          for (Bucket bucket : layout.geometry().bucketsOf(extent)) {
            byte[] text = text(placed.rows(bucket));
            buckets.add(entry(bytes.size(), text, placed.rows(bucket), d));
            bytes.writeBytes(text);
          }
          extents.add(new ExtentEntry(store(extent, bytes.toByteArray()), buckets));
        }
        List<StoredObject> parities = new ArrayList<>();
        for (int group = 0; group < parity.groups(); group++) {
          for (ParityExtent one : parity.parities(d, group)) {
            parities.add(store(one, encode(one, parity.members(d, group))));
          }
        }
        entries.add(new DimensionEntry(layout.dimensions().get(d), extents, parities));
      }
      return new Manifest(0, "lines", 1, parity, entries);
    }

    private StoredObject store(Extent extent, byte[] bytes) {
      stored.put(extent, bytes);
      return new StoredObject(
          new BlockIdentity(stored.size(), stored.size(), 1), bytes.length, crc(bytes));
    }

    private byte[] encode(Extent target, List<? extends Extent> members) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ParityStreams.encode(
          members.stream().map(this::open).toList(), parity.coefficients(target, members), out);
      return out.toByteArray();
    }

    private ByteArrayInputStream open(Extent extent) {
      byte[] bytes = stored.get(extent);
      assertThat(bytes).as("bytes of %s", extent).isNotNull();
      return new ByteArrayInputStream(bytes);
    }

    /** Rebuilds an extent from what is stored. */
    void rebuild(Rebuild rebuild, Manifest manifest) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      switch (rebuild.method()) {
        case CHAINED_BUCKETS, CELLS -> {
          DataExtent target = (DataExtent) rebuild.target();
          Set<LayoutRow> rows = new HashSet<>(); // cells can be read twice; lines are distinct
          for (Read read : rebuild.reads()) {
            lines((Read.OfBucket) read, manifest).stream()
                .map(this::row)
                .filter(row -> layout.cell(row).at(target.dimension()) == target.extent())
                .forEach(rows::add);
          }
          out.writeBytes(text(layout.place(List.copyOf(rows)).rows(target)));
        }
        case DECODING -> {
          DataExtent target = (DataExtent) rebuild.target();
          List<Extent> given = rebuild.reads().stream().map(Read::from).toList();
          ParityStreams.decode(
              given.stream().map(this::open).toList(),
              parity.coefficients(target, given),
              manifest.entry(target).stored().length(),
              out);
        }
        case ENCODING ->
            out.writeBytes(
                encode(rebuild.target(), rebuild.reads().stream().map(Read::from).toList()));
      }
      stored.put(rebuild.target(), out.toByteArray());
    }

    private List<String> lines(Read.OfBucket read, Manifest manifest) {
      BucketEntry entry = manifest.entry(read.bucket().in()).buckets().get(read.bucket().bucket());
      byte[] bytes = open(read.from()).readAllBytes();
      int from = (int) entry.offset();
      byte[] text = Arrays.copyOfRange(bytes, from, from + (int) entry.length());
      assertThat(crc(text)).isEqualTo(entry.crc());
      return new String(text, StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static BucketEntry entry(int offset, byte[] text, List<LayoutRow> rows, int dimension) {
    return new BucketEntry(
        offset,
        text.length,
        crc(text),
        rows.size(),
        rows.stream()
            .map(row -> row.keys().get(dimension))
            .map(key -> new KeyRange(key, key))
            .reduce(KeyRange::with),
        rows.stream()
            .map(row -> RecordSum.of(row.record().toArray()))
            .reduce(RecordSum.NONE, RecordSum::plus));
  }

  private static byte[] text(List<LayoutRow> rows) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (LayoutRow row : rows) {
      out.writeBytes(row.record().toArray());
      out.write('\n');
    }
    return out.toByteArray();
  }

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  @Property(tries = 500)
  void whatIsRebuiltIsByteForByteWhatWasLost(@ForAll long seed)
      throws IOException, MalformedManifestException {
    Random random = new Random(seed);
    int extents = 1 + random.nextInt(5);
    int dimensions = 1 + random.nextInt(4);
    boolean isCorrelated = random.nextInt(3) == 0;
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<String> keys = new ArrayList<>();
      for (int d = 0; d < dimensions; d++) {
        keys.add(Integer.toString(isCorrelated ? i + random.nextInt(5) : random.nextInt(50)));
      }
      lines.add(String.join(",", keys) + "," + i + ",1".repeat(random.nextInt(20)));
    }
    List<Dimension> all = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      int number = d;
      all.add(
          Dimension.ofColumn(
              "c" + d,
              random.nextInt(4) == 0
                  ? new HashPartitioner(extents)
                  : SampledBoundaries.of(
                      lines.stream()
                          .map(line -> Value.ofLong(Long.parseLong(line.split(",")[number])))
                          .map(value -> new WeightedValue(value, 1))
                          .toList(),
                      extents)));
    }
    Host host =
        new Host(
            new RowLayout(all),
            new ParityGroups(extents, 1 + random.nextInt(extents), random.nextInt(3)));
    Manifest manifest =
        ManifestCodec.decode(ByteBuffer.wrap(ManifestCodec.encode(host.write(lines))));
    Map<Extent, byte[]> before = new HashMap<>(host.stored);
    Set<Extent> lost = new HashSet<>();
    double loss = random.nextDouble() * 0.5;
    for (Extent extent : before.keySet()) {
      if (random.nextDouble() < loss) {
        host.stored.remove(extent);
        lost.add(extent);
      }
    }
    RecoveryPlan plan = RecoveryPlanner.plan(manifest, host.parity, Damage.of(lost));
    for (Rebuild rebuild : plan.rebuilds()) {
      host.rebuild(rebuild, manifest);
      assertThat(host.stored.get(rebuild.target()))
          .as("%s", rebuild)
          .isEqualTo(before.get(rebuild.target()));
    }
    plan.unrecoverable().forEach(before::remove);
    assertThat(host.stored.keySet()).isEqualTo(before.keySet());
  }
}
