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

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * An extent, and how it is sliced: requests for the same one are served by one read.
 *
 * @param file its path, as a client with another one may name what is no such block
 * @param pool of its block
 * @param block its only block's number
 * @param generation that block's generation stamp
 * @param length of the block in bytes
 * @param spec digest of the table's specification, by which its rows and keys are read
 */
record SlicedExtent(
    String file,
    String pool,
    long block,
    long generation,
    long length,
    String spec,
    int dimension,
    int slices) {
  static SlicedExtent of(String file, ExtendedBlock block, String spec, int dimension, int slices) {
    return new SlicedExtent(
        file,
        block.getBlockPoolId(),
        block.getBlockId(),
        block.getGenerationStamp(),
        block.getNumBytes(),
        spec,
        dimension,
        slices);
  }
}
