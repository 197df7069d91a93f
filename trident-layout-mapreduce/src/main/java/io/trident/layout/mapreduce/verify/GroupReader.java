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
package io.trident.layout.mapreduce.verify;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.ColumnBounds;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.extent.BucketRows;
import io.trident.layout.extent.ParityWriter;
import io.trident.layout.extent.RowBounds;
import io.trident.layout.extent.RowOrderReader;
import io.trident.layout.extent.WrittenObject;
import io.trident.layout.format.ByteSource;
import io.trident.layout.mapreduce.job.Reporting;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.SequentialSource;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/*
 * A single parity is checked without reading extents twice; with two they are encoded again. CRC32C is affine: of an odd number of strings
 * of one length the checksum of the exclusive or is the exclusive or of the checksums; of an even
 * number it is that and the checksum of as many zeros. So extents are read once, and each checksum
 * goes on over the zeros up to the length of the parity, which need not be read.
 */
/**
 * Reads the files of a group again and compares them with the manifest.
 *
 * @param files where the table is
 * @param directory the table's
 * @param table the table
 * @param manifest of the super-extent
 * @param group which files
 * @param progress is called while it reads
 */
record GroupReader(
    FileSystem files,
    Path directory,
    TableLayout table,
    Manifest manifest,
    Group group,
    Progressable progress) {
  private static final int ROWS_A_REPORT = 10_000;

  /** Reads all files. What is wrong is in the report. */
  GroupReport read() {
    Reading reading = new Reading(table.bounds());
    List<DataExtent> extents = group.extents(table);
    List<ParityExtent> parities = manifest.parity().parities(group.dimension(), group.group());
    for (DataExtent extent : extents) {
      reading.attempt(extent, () -> extent(extent, reading));
    }
    for (ParityExtent parity : parities) {
      reading.attempt(parity, () -> parity(parity, extents.size(), reading));
    }
    if (group.dimension() == 0) {
      compare(reading.bounds.bounds(), reading.problems);
    }
    return new GroupReport(group, reading.bytes, reading.tally, reading.problems);
  }

  /** What was read until now. */
  private static final class Reading {
    private final List<String> problems = new ArrayList<>();
    private final RowBounds bounds;
    private RowTally tally = RowTally.NONE;
    private long bytes;
    private long rows;

    /** The exclusive or of the padded checksums of the extents. */
    private int checksums;

    Reading(RowBounds bounds) {
      this.bounds = bounds;
    }

    void attempt(Extent extent, Step step) {
      try {
        step.run();
      } catch (IOException | IllegalArgumentException e) {
        problems.add(
            "%s: %s"
                .formatted(extent, String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
      }
    }
  }

  /** A step that may fail alone. */
  private interface Step {
    void run() throws IOException;
  }

  private FileSource source(String relative) throws IOException {
    Path path = new Path(directory, relative);
    return new FileSource(files, path, files.getFileStatus(path).getLen());
  }

  private void extent(DataExtent extent, Reading reading) throws IOException {
    String name = table.paths().of(group.superExtent(), extent);
    boolean hasOrder = extent.dimension() == 0 && !table.format().storesRowIds();
    FileSource file = source(name);
    try (SequentialSource source = new SequentialSource(file);
        RowOrderReader order =
            hasOrder
                ? new RowOrderReader(
                    source(table.paths().order(group.superExtent(), extent.extent())))
                : null) {
      ByteSource rowSource = table.adapter().isSequential() ? source : file;
      BucketRows rows = new BucketRows(manifest, table.keys(group.superExtent()), any -> rowSource);
      for (Bucket bucket : manifest.geometry().bucketsOf(extent)) {
        read(rows, bucket, order, reading);
      }
      if (order != null && order.hasNext()) {
        throw new IOException("its order has more rows than it has itself.");
      }
      compare(source.finish(), extent);
      reading.bytes += source.length();
      reading.checksums ^= source.crcPaddedTo(longest());
    }
  }

  private void read(BucketRows rows, Bucket bucket, @Nullable RowOrderReader order, Reading reading)
      throws IOException {
    rows.read(
        bucket,
        row -> {
          Bucket right =
              rows.keys().layout().bucket(bucket.dimension(), rows.keys().layout().cell(row));
          if (!right.equals(bucket)) {
            throw new IOException("a row of %s is in %s.".formatted(right, bucket));
          }
          if (bucket.dimension() == 0) {
            reading.bounds.add(row.record());
          }
          if (order != null) {
            reading.tally = reading.tally.plus(RowTally.of(next(order), row.record().toArray()));
          }
          if (++reading.rows % ROWS_A_REPORT == 0) {
            progress.progress();
          }
        });
  }

  private static long next(RowOrderReader order) throws IOException {
    if (!order.hasNext()) {
      throw new IOException("its order has fewer rows than it has itself.");
    }
    return order.next();
  }

  private void parity(ParityExtent parity, int members, Reading reading) throws IOException {
    try (SequentialSource source =
        new SequentialSource(source(table.paths().of(group.superExtent(), parity)))) {
      compare(source.finish(), parity);
      reading.bytes += source.length();
    }
    if (manifest.parity().parities() == 1 && reading.problems.isEmpty()) {
      int expected =
          reading.checksums ^ (members % 2 == 0 ? SequentialSource.crcOfZeros(longest()) : 0);
      if (expected != manifest.stored(parity).crc()) {
        throw new IOException("it is not the exclusive or of its group.");
      }
    }
    if (manifest.parity().parities() > 1 && reading.problems.isEmpty()) {
      compareEncoded(parity);
    }
  }

  private void compareEncoded(ParityExtent parity) throws IOException {
    List<ByteSource> members = new ArrayList<>();
    for (DataExtent extent : group.extents(table)) {
      members.add(source(table.paths().of(group.superExtent(), extent)));
    }
    byte[] coefficients = manifest.parity().coefficients(parity, group.extents(table));
    OutputStream nowhere = new Reporting(OutputStream.nullOutputStream(), progress);
    if (ParityWriter.write(members, coefficients, nowhere).crc() != manifest.stored(parity).crc()) {
      throw new IOException("it is not what its group is encoded to.");
    }
  }

  /** Queries pass over rows by bounds, so the manifest's must have all of them. */
  private void compare(List<ColumnBounds> found, List<String> problems) {
    for (ColumnBounds stored : manifest.bounds()) {
      found.stream()
          .filter(one -> one.column().equals(stored.column()) && !stored.covers(one))
          .map(
              one ->
                  "Rows of super-extent %d are not within the manifest's bounds: %s, %s."
                      .formatted(group.superExtent(), one, stored))
          .forEach(problems::add);
    }
  }

  private long longest() {
    return group.extents(table).stream().mapToLong(manifest::bytes).max().orElse(0);
  }

  private void compare(WrittenObject found, Extent extent) throws IOException {
    StoredObject stored = manifest.stored(extent);
    if (found.length() != stored.length() || found.crc() != stored.crc()) {
      throw new IOException(
          "it has %d bytes of checksum %08x, the manifest %d of %08x."
              .formatted(found.length(), found.crc(), stored.length(), stored.crc()));
    }
  }
}
