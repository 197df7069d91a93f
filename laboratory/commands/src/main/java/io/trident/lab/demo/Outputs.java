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
package io.trident.lab.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Checks of what the jobs wrote. */
public final class Outputs {
  private Outputs() {}

  /** Returns a digest of every part of an output directory: equal iff the outputs are. */
  public static String digest(FileSystem fs, Path output) throws IOException {
    TreeMap<String, String> digests = new TreeMap<>();
    for (FileStatus part : parts(fs, output)) {
      MessageDigest sha = sha256();
      try (InputStream in = new DigestInputStream(fs.open(part.getPath()), sha)) {
        in.transferTo(java.io.OutputStream.nullOutputStream());
      }
      digests.put(part.getPath().getName(), HexFormat.of().formatHex(sha.digest()));
    }
    return digests.toString();
  }

  /**
   * Checks that the parts hold {@code records} records in one order.
   *
   * @throws IllegalStateException if they do not
   */
  static void requireSorted(FileSystem fs, Path output, long records) throws IOException {
    byte[] record = new byte[DemoData.RECORD_BYTES];
    byte[] previous = new byte[DemoData.KEY_BYTES];
    long seen = 0;
    for (FileStatus part : parts(fs, output)) {
      try (InputStream in = fs.open(part.getPath(), 1 << 20)) {
        while (in.readNBytes(record, 0, record.length) == record.length) {
          byte[] key = Arrays.copyOf(record, DemoData.KEY_BYTES);
          if (Arrays.compareUnsigned(previous, key) > 0) {
            throw new IllegalStateException(
                "Record %d of %s is out of order".formatted(seen, output));
          }
          previous = key;
          seen++;
        }
      }
    }
    if (seen != records) {
      throw new IllegalStateException(
          "%s has %d records, the input had %d".formatted(output, seen, records));
    }
  }

  private static List<FileStatus> parts(FileSystem fs, Path output) throws IOException {
    return Arrays.stream(fs.listStatus(output, path -> path.getName().startsWith("part-")))
        .sorted(Comparator.comparing(status -> status.getPath().getName()))
        .toList();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new UncheckedIOException(new IOException(e)); // every JDK has it
    }
  }
}
