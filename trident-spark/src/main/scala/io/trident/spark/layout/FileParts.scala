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
package io.trident.spark.layout

/** Which parts of a file a reader of Spark can read. */
private[layout] sealed trait FileParts

private[layout] object FileParts {

  /** The whole file only. */
  case object Whole extends FileParts

  /** Any. A reader that starts within a file passes over the line in which it starts, and reads
    * each line that begins after that and not after the end of its part. So lines from byte `o` up
    * to `e` are those of a part from `o - 1` to `e - 1`, wherever it is cut in between. At the
    * begin of a file nothing is passed over, and the header, if there is one, is.
    */
  case object Lines extends FileParts

  /** Any. A row group is of the part in which its middle is. */
  case object RowGroups extends FileParts

  /** Any. A block is of the part in which the marker before it begins. */
  case object Blocks extends FileParts

  /** Bytes of such a marker. */
  final val MarkerBytes = 16
}
