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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/*
 * A line has no room for its row's id, and where a row was does not follow from its bytes. So the
 * original order of a table of lines is kept beside it: for each extent of dimension 0 the ids of
 * its rows, in the extent's order. As an extent is a function of its rows, this holds for a rebuilt
 * one as well. Rows that are equal may have each other's ids, which shows nowhere.
 *
 * It is not laid out by dimensions or rebuilt, but a file with copies like any other. The ids of
 * neighbours in an extent are far apart, so each takes some 3 to 5 bytes.
 */
/** What a row order looks like, as {@code docs/layout-format.md} has it. */
final class RowOrder {
  static final int MAGIC = ByteBuffer.wrap("TRLO".getBytes(StandardCharsets.US_ASCII)).getInt();
  static final int VERSION = 1;
  static final int HEADER_BYTES = 2 * Integer.BYTES;

  /** The number of rows and the checksum. */
  static final int TRAILER_BYTES = Long.BYTES + Integer.BYTES;

  private RowOrder() {}
}
