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
package io.trident.benchmarks.workloads;

import io.trident.benchmarks.workloads.data.Dataset;
import io.trident.benchmarks.workloads.data.SortRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Sorts rows by their key. A result is right if its rows are in order over all files, and if it has
 * as many as were generated with the same sum of checksums (TeraValidate's test).
 */
final class TeraSort implements Workload {
  private final SortRecords rows;

  TeraSort(InputSpec spec) {
    rows = new SortRecords(spec.amount(), spec.seed(), spec.parts());
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(rows);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    Rows sorted = new Rows();
    result.forEach(
        row -> {
          sorted.requireOrder(row);
          sorted.add(row);
        });
    Rows generated = new Rows();
    rows.generateAll(generated::add);
    if (sorted.count != generated.count || sorted.checksum != generated.checksum) {
      throw new WrongResultException(
          "%d rows with checksum %x, not %d with %x"
              .formatted(sorted.count, sorted.checksum, generated.count, generated.checksum));
    }
  }

  /** What stays the same when rows are sorted. */
  private static final class Rows {
    private long count;
    private long checksum;
    private String last = "";

    void add(String row) {
      CRC32 crc = new CRC32();
      crc.update(row.getBytes(StandardCharsets.US_ASCII));
      count++;
      checksum += crc.getValue();
    }

    void requireOrder(String row) throws WrongResultException {
      if (row.length() < SortRecords.KEY) {
        throw new WrongResultException("A row without a whole key: '%s'".formatted(row));
      }
      String key = row.substring(0, SortRecords.KEY);
      if (key.compareTo(last) < 0) {
        throw new WrongResultException("'%s' comes after '%s'".formatted(key, last));
      }
      last = key;
    }
  }
}
