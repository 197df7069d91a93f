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
package io.trident.layout.worker;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.recovery.Read;
import io.trident.core.layout.recovery.Rebuild;
import io.trident.layout.extent.SortSpace;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A rebuild by rows, with all that it is done by but for the bytes of its sources.
 *
 * @param spec of the table
 * @param manifest of the super-extent
 * @param space for sorting; its directory is there for both processes
 * @param step of the recovery plan
 */
public record RebuildJob(TableSpec spec, Manifest manifest, SortSpace space, Rebuild step) {
  /** Most bytes of a job: those of the largest specification and manifest, and of any step. */
  static final int MOST_BYTES = 3 * ManifestCodec.MAX_BYTES;

  /**
   * Checks the method.
   *
   * @throws IllegalArgumentException if it is not by rows
   */
  public RebuildJob {
    if (!isByRows(step)) {
      throw new IllegalArgumentException("A rebuild by %s reads no rows.".formatted(step.method()));
    }
  }

  /** Returns whether a rebuild parses rows; others are of bytes. */
  public static boolean isByRows(Rebuild step) {
    return switch (step.method()) {
      case CHAINED_BUCKETS, CELLS -> true;
      case DECODING, ENCODING -> false;
    };
  }

  DataExtent target() {
    return (DataExtent) step.target();
  }

  /** The extents that the step reads. */
  Set<DataExtent> sources() {
    return step.reads().stream()
        .map(read -> (DataExtent) read.from())
        .collect(Collectors.toUnmodifiableSet());
  }

  Frame encode() {
    return Frame.of(
        Frame.Type.JOB,
        out -> {
          out.writeUTF(space.directory().toString());
          out.writeLong(space.memoryBytes());
          write(out, TableSpecJson.write(spec).getBytes(StandardCharsets.UTF_8));
          write(out, ManifestCodec.encode(manifest));
          write(out, target());
          out.writeBoolean(step.method() == Rebuild.Method.CELLS);
          out.writeInt(step.reads().size());
          for (Read read : step.reads()) {
            Bucket bucket = ((Read.OfBucket) read).bucket();
            write(out, bucket.in());
            out.writeInt(bucket.bucket());
          }
        });
  }

  static RebuildJob decode(Frame frame) throws MalformedFrameException {
    return frame.read(
        in -> {
          SortSpace space = new SortSpace(Path.of(in.readUTF()), in.readLong());
          TableSpec spec = TableSpecJson.read(new String(bytes(in), StandardCharsets.UTF_8));
          Manifest manifest = manifest(bytes(in));
          DataExtent target = extent(in);
          Rebuild.Method method =
              in.readBoolean() ? Rebuild.Method.CELLS : Rebuild.Method.CHAINED_BUCKETS;
          List<Read> reads = new ArrayList<>();
          for (int left = in.readInt(); left > 0; left--) {
            reads.add(new Read.OfBucket(extent(in).bucket(in.readInt())));
          }
          return new RebuildJob(spec, manifest, space, new Rebuild(target, method, 0, reads, 0));
        });
  }

  private static Manifest manifest(byte[] bytes) throws MalformedFrameException {
    try {
      return ManifestCodec.decode(ByteBuffer.wrap(bytes));
    } catch (MalformedManifestException e) {
      throw new MalformedFrameException("A manifest: " + e.getMessage());
    }
  }

  static void write(DataOutputStream out, DataExtent extent) throws IOException {
    out.writeInt(extent.dimension());
    out.writeInt(extent.extent());
  }

  static DataExtent extent(DataInputStream in) throws IOException {
    return new DataExtent(in.readInt(), in.readInt());
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new MalformedFrameException("%d bytes are announced".formatted(length));
    }
    return in.readNBytes(length);
  }
}
