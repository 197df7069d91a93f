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
package io.trident.hdfs.datanode;

import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RowFormats;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** The formats of the tables that were asked for last, opened. Thread-safe. */
final class SliceFormats {
  private static final int MOST_TABLES = 64;

  /** Of one specification: thousands of columns. It is parsed in an RPC handler. */
  private static final int MOST_CHARACTERS = 1 << 18;

  /** Of all that are kept, which take some times as much memory. */
  private static final int MOST_KEPT_CHARACTERS = 1 << 21;

  private final RowFormats formats = RowFormats.installed(SliceFormats.class.getClassLoader());

  /** By their digests, those that were asked for last at the end. By this object's lock. */
  private final Map<String, Kept> opened = new LinkedHashMap<>(16, 0.75f, true);

  /** By this object's lock. */
  private int keptCharacters;

  private record Kept(Opened table, int characters) {}

  /** A table's format for each dimension, whose column is the only key. */
  record Opened(String digest, List<FormatAdapter> adapters) {}

  /**
   * Opens a format.
   *
   * @param spec the text of a table's specification
   * @throws IOException if it is none, or its format is not installed
   */
  Opened open(String spec) throws IOException {
    if (spec.length() > MOST_CHARACTERS) {
      throw new InvalidRequestException(
          "A specification has %d characters at most".formatted(MOST_CHARACTERS));
    }
    String digest = digest(spec);
    Opened known = known(digest);
    if (known != null) {
      return known;
    }
    Opened made = open(digest, TableSpecJson.read(spec)); // without the lock, by which others ask
    keep(made, spec.length());
    return made;
  }

  private synchronized @Nullable Opened known(String digest) {
    Kept kept = opened.get(digest);
    return kept == null ? null : kept.table();
  }

  private synchronized void keep(Opened made, int characters) {
    if (opened.putIfAbsent(made.digest(), new Kept(made, characters)) == null) {
      keptCharacters += characters;
    }
    Iterator<Kept> oldest = opened.values().iterator();
    while (opened.size() > MOST_TABLES || keptCharacters > MOST_KEPT_CHARACTERS) {
      keptCharacters -= oldest.next().characters();
      oldest.remove();
    }
  }

  private Opened open(String digest, TableSpec spec) throws InvalidRequestException {
    try {
      List<FormatAdapter> adapters = spec.openByDimension(formats);
      if (!adapters.get(0).isSequential()) { // writers of others keep what is in no bound
        throw new InvalidRequestException(
            "Slices are of formats of lines, and not of " + spec.format().name());
      }
      return new Opened(digest, adapters);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException("The table's format cannot be opened: " + e.getMessage());
    }
  }

  private static String digest(String spec) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(spec.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JDK has it
    }
  }
}
