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
package io.trident.hdfs.layout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * That what was built is to take the place of a table, which is kept under another name. It is
 * stored with what was built, as {@link #ATTRIBUTE}, which users cannot write, and stays there: by
 * it a call that is repeated is recognised.
 *
 * @param build the path of what was built
 * @param table the path of the table
 * @param kept the path under which the former table is kept
 * @param replaced the inode id of the former table
 */
record Publication(String build, String table, String kept, long replaced) {
  /** Name of the extended attribute. */
  static final String ATTRIBUTE = "trusted.trident.published";

  private static final String VERSION = "1";
  private static final int FIELDS = 5;

  /** Returns whether it is the same by its paths. */
  boolean isOf(String thatBuild, String thatTable, String thatKept) {
    return build.equals(thatBuild) && table.equals(thatTable) && kept.equals(thatKept);
  }

  /** Returns the value of the attribute. Paths have no control characters. */
  byte[] encode() {
    return String.join("\n", VERSION, build, table, kept, Long.toString(replaced))
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the value of an attribute.
   *
   * @throws IOException if it is not one of this version
   */
  static Publication decode(byte[] value) throws IOException {
    List<String> fields = List.of(new String(value, StandardCharsets.UTF_8).split("\n", -1));
    if (fields.size() != FIELDS
        || !fields.get(0).equals(VERSION)
        || !fields.get(4).matches("\\d{1,18}")) {
      throw new IOException(
          "The attribute %s is of another version of Trident; publish with that."
              .formatted(ATTRIBUTE));
    }
    return new Publication(
        fields.get(1), fields.get(2), fields.get(3), Long.parseLong(fields.get(4)));
  }
}
