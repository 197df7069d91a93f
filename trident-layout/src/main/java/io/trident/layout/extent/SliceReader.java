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

import io.trident.core.guard.Guard;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceReads;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads slices of the extents of a table: by the storage node that has the extent or, where none
 * serves it, by reading the whole extent here. Both have the same bytes. Thread-safe.
 */
public final class SliceReader {
  private static final String CONSEQUENCE =
      "Extents are read whole for their slices, as storage nodes do not slice them";

  private final List<SliceReads> nodes;
  private final List<FormatAdapter> adapters;
  private final Guard guard;
  private final LongAdder byNodes = new LongAdder();
  private final LongAdder here = new LongAdder();

  /**
   * Creates a reader.
   *
   * @param nodes the storages whose nodes may be asked
   * @param adapters opened for the table, one for each dimension, whose column is its only key
   * @param guard contains failures of the storages
   */
  public SliceReader(List<SliceReads> nodes, List<FormatAdapter> adapters, Guard guard) {
    this.nodes = List.copyOf(nodes);
    this.adapters = List.copyOf(adapters);
    this.guard = guard;
  }

  /**
   * Returns a slice as a file of the table's format; without bytes if it has no rows.
   *
   * @param file of the extent, with its scheme
   * @param extent the same; a slice of it is in memory
   * @param conf the host's configuration, for the storage
   * @throws IOException if no node serves it, and the extent cannot be read
   */
  public byte[] read(
      URI file, ByteSource extent, SliceRequest request, Iterable<Map.Entry<String, String>> conf)
      throws IOException {
    Optional<byte[]> served = served(file, request, conf);
    return served.isPresent() ? served.get() : slice(extent, request.dimension(), request.slice());
  }

  /**
   * Returns a slice that a storage node serves; nothing if the caller has to read the extent.
   *
   * @param file of the extent, with its scheme
   * @param conf the host's configuration, for the storage
   */
  public Optional<byte[]> served(
      URI file, SliceRequest request, Iterable<Map.Entry<String, String>> conf) {
    Optional<byte[]> served = Optional.empty();
    for (SliceReads one : nodes) {
      if (served.isEmpty() && file.getScheme() != null && one.serves(file.getScheme())) {
        served = guard.get(CONSEQUENCE, () -> one.read(file, request, conf), Optional::empty);
      }
    }
    (served.isPresent() ? byNodes : here).increment();
    return served;
  }

  /**
   * Returns a slice, as {@link #read} does, by reading the whole extent here.
   *
   * @throws IOException if it cannot be read
   */
  public byte[] slice(ByteSource extent, int dimension, Slice slice) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ExtentSlicer slicer =
        new ExtentSlicer(
            adapters.get(dimension), slice.slices(), Set.of(slice.number()), number -> out);
    slicer.add(extent, 0, extent.length());
    slicer.finish();
    return out.toByteArray();
  }

  /** Returns how many slices storage nodes have served. */
  public long servedByNodes() {
    return byNodes.sum();
  }

  /** Returns for how many slices the extent was read here. */
  public long readHere() {
    return here.sum();
  }
}
