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

import io.trident.core.layout.Bucket;
import io.trident.core.layout.Cell;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.layout.format.FormatAdapter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Carries out rebuilds of a recovery plan for one super-extent. What it returns was compared with
 * the manifest: length and checksum, or of formats that are not deterministic the rows of each
 * bucket.
 *
 * <p>Rows of several dimensions, for a rebuild by cells: a cell may be in more than one of the
 * buckets that are read. Its rows are taken from the first of these, so that rows that are equal
 * are neither lost nor doubled.
 */
public final class ExtentRebuilder {
  private final Manifest manifest;
  private final ExtentSources sources;
  private final SortSpace space;
  private final RowKeys keys;
  private final BucketRows buckets;

  /**
   * Works on a super-extent.
   *
   * @param manifest what it consists of
   * @param adapter of the format, version and options that wrote it
   * @param sources the extents that survive, and those that were rebuilt before
   * @param space for sorting the rows of an extent
   */
  public ExtentRebuilder(
      Manifest manifest, FormatAdapter adapter, ExtentSources sources, SortSpace space) {
    this.manifest = manifest;
    this.sources = sources;
    this.space = space;
    RowLayout layout =
        new RowLayout(manifest.dimensions().stream().map(DimensionEntry::dimension).toList());
    this.keys = new RowKeys(layout, adapter);
    this.buckets = new BucketRows(manifest, keys, sources);
  }

  /**
   * Rebuilds one extent.
   *
   * @param out where it goes; not closed. What was written is void if this throws
   * @throws CorruptSourceException if an extent that was read is lost, too
   * @throws RebuildMismatchException if the result is not what was lost
   * @throws IOException if an extent cannot be read, or the result not written
   */
  public Rebuilt rebuild(Rebuild rebuild, OutputStream out) throws IOException {
    return switch (rebuild.method()) {
      case CHAINED_BUCKETS, CELLS -> fromRows((DataExtent) rebuild.target(), rebuild, out);
      case DECODING, ENCODING -> new ParityRebuilder(manifest, sources).rebuild(rebuild, out);
    };
  }

  private Rebuilt fromRows(DataExtent target, Rebuild rebuild, OutputStream out)
      throws IOException {
    ExtentWriter writer = new ExtentWriter(keys.layout(), keys.adapter(), target, out);
    try (RowSorter sorter = new RowSorter(keys, target.dimension(), space)) {
      List<Bucket> before = new ArrayList<>();
      for (Read read : rebuild.reads()) {
        Bucket bucket = ((Read.OfBucket) read).bucket();
        buckets.read(
            bucket,
            row -> {
              Cell cell = keys.layout().cell(row);
              if (cell.at(target.dimension()) == target.extent()
                  && before.stream().noneMatch(earlier -> has(earlier, cell))) {
                sorter.add(row);
              }
            });
        before.add(bucket);
      }
      sorter.drainTo(writer::add);
    }
    return verify(target, writer.finish());
  }

  private boolean has(Bucket bucket, Cell cell) {
    return keys.layout().bucket(bucket.dimension(), cell).equals(bucket);
  }

  private Rebuilt verify(DataExtent target, WrittenExtent written) throws IOException {
    if (keys.adapter().isDeterministic() || isLost(target, written.object())) {
      CheckedExtent.check(target, manifest.stored(target), written.object());
      return new Rebuilt(written.object(), Rebuilt.Equality.BYTES);
    }
    for (int b = 0; b < written.buckets().size(); b++) {
      BucketEntry lost = manifest.entry(target).buckets().get(b);
      BucketEntry now = written.buckets().get(b);
      if (now.rows() != lost.rows() || !now.sum().equals(lost.sum())) {
        throw new RebuildMismatchException(
            target,
            "bucket %d has %d rows of sum %s, the lost one %d of %s."
                .formatted(b, now.rows(), now.sum(), lost.rows(), lost.sum()));
      }
    }
    return new Rebuilt(written.object(), Rebuilt.Equality.ROWS);
  }

  private boolean isLost(Extent target, WrittenObject written) {
    StoredObject lost = manifest.stored(target);
    return written.length() == lost.length() && written.crc() == lost.crc();
  }
}
