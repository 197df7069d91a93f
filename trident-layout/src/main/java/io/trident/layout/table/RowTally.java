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
package io.trident.layout.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.core.layout.manifest.RecordSum;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What identifies the rows of a super-extent and their places in the source files, whatever the
 * order in which they are counted.
 *
 * @param rows how many
 * @param bytes of their canonical records, together
 * @param sum of the canonical records, as manifests have it
 * @param placed the sum of the records each behind its place, the number of its first byte in the
 *     source files, big-endian in 64 bits
 */
public record RowTally(long rows, long bytes, RecordSum sum, RecordSum placed) {
  /** The tally of no row. */
  public static final RowTally NONE = new RowTally(0, 0, RecordSum.NONE, RecordSum.NONE);

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String SUM = "[0-9a-f]{32}";
  private static final int HEX = 16;

  /** Returns the tally of one row. O(its length). */
  public static RowTally of(long place, byte[] record) {
    byte[] placed =
        ByteBuffer.allocate(Long.BYTES + record.length).putLong(place).put(record).array();
    return new RowTally(1, record.length, RecordSum.of(record), RecordSum.of(placed));
  }

  /** Returns the tally of both. */
  public RowTally plus(RowTally other) {
    return new RowTally(
        rows + other.rows, bytes + other.bytes, sum.plus(other.sum), placed.plus(other.placed));
  }

  /** Returns it as a line of JSON, as {@code docs/layout-format.md} describes it. */
  public String toJson() {
    return MAPPER
            .createObjectNode()
            .put("rows", rows)
            .put("bytes", bytes)
            .put("sum", hex(sum))
            .put("placed", hex(placed))
            .toString()
        + "\n";
  }

  /**
   * Reads what {@link #toJson} returns.
   *
   * @throws IOException if it is none
   */
  public static RowTally read(String text) throws IOException {
    try {
      JsonMembers root = new JsonMembers("", MAPPER.readTree(text));
      root.checkNames("rows", "bytes", "sum", "placed");
      return new RowTally(
          root.number("rows"), root.number("bytes"), sum(root, "sum"), sum(root, "placed"));
    } catch (JsonProcessingException e) {
      throw new IOException("The tally of rows is no JSON: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException("The tally of rows is not valid: " + e.getMessage(), e);
    }
  }

  private static String hex(RecordSum sum) {
    return "%016x%016x".formatted(sum.high(), sum.low());
  }

  private static RecordSum sum(JsonMembers root, String name) {
    String text = root.text(name);
    if (!text.matches(SUM)) {
      throw new IllegalArgumentException("%s is '%s'; give 32 hex digits.".formatted(name, text));
    }
    return new RecordSum(
        Long.parseUnsignedLong(text.substring(0, HEX), HEX),
        Long.parseUnsignedLong(text.substring(HEX), HEX));
  }
}
