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
package io.trident.layout.mapreduce.read;

import io.trident.core.guard.Guard;
import io.trident.core.layout.slice.Slice;
import io.trident.core.layout.slice.SliceReads;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.layout.extent.SliceReader;
import io.trident.layout.format.ByteSource;
import io.trident.layout.mapreduce.table.FileSource;
import io.trident.layout.table.TableSpecJson;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Slices of whole extents, which DataNodes serve where they can. */
final class SlicedRows {
  private static final Logger LOG = LoggerFactory.getLogger(SlicedRows.class);

  private SlicedRows() {}

  /**
   * Returns a slice that a DataNode serves, as a file.
   *
   * @param dimension by whose keys the extent is sliced
   */
  static Optional<ByteSource> served(
      OpenTable table, FileSource extent, int dimension, Slice slice, Configuration conf) {
    SliceReader reader =
        new SliceReader(
            SliceReads.installed(SlicedRows.class.getClassLoader()),
            table.adapters(),
            new Guard((consequence, failure) -> LOG.warn("{}", consequence, failure)));
    SliceRequest request =
        new SliceRequest(TableSpecJson.write(table.spec()), dimension, slice, slice.slices());
    return reader
        .served(table.files().makeQualified(extent.path()).toUri(), request, conf)
        .map(bytes -> new Bytes(extent.name(), bytes));
  }

  private record Bytes(String name, byte[] bytes) implements ByteSource {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public InputStream open(long from, long to) {
      return new ByteArrayInputStream(bytes, (int) from, (int) (to - from));
    }
  }
}
