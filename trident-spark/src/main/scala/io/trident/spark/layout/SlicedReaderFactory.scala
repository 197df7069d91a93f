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

import io.trident.core.layout.slice.Slice
import org.apache.spark.paths.SparkPath
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}

/** Reads of each extent a slice.
  *
  * @param reader
  *   reads files, those of slices among them
  * @param spec
  *   digest of the table's specification
  * @param dimension
  *   by which extents are sliced
  * @param together
  *   how many tasks read an extent at a time
  */
private[layout] final class SlicedReaderFactory(
    reader: PartitionReaderFactory,
    spec: String,
    dimension: Int,
    slices: Int,
    together: Int
) extends PartitionReaderFactory {
  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    partition match {
      case extent: ExtentPartition =>
        val slice = new Slice(extent.key % slices, slices)
        val extents = extent.files.map(sliced).toIndexedSeq
        val files = extent.files.zipWithIndex.map { case (file, at) =>
          part(file, slice, SlicesAhead.of(extents, at + 1, slices))
        }
        reader.createReader(new FilePartition(extent.index, files))
      case other => reader.createReader(other)
    }

  private def part(file: PartitionedFile, slice: Slice, ahead: Seq[SlicedExtent]) = {
    val of = SlicedFile(spec, sliced(file), dimension, slice, together, ahead)
    file.copy(filePath = SparkPath.fromPath(of.path), start = 0, length = file.fileSize)
  }

  private def sliced(file: PartitionedFile): SlicedExtent =
    SlicedExtent(file.filePath.toPath.toUri, file.fileSize)
}
