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
package io.trident.hdfs.protocol;

import java.io.IOException;
import org.apache.hadoop.io.retry.Idempotent;

/** Asks a NameNode where the blocks of a file are and which are about to be cached. */
public interface BlockTiersProtocol {
  /**
   * Locates blocks.
   *
   * @param src absolute path within the NameNode
   * @param offset first byte, not negative
   * @param length number of bytes, not negative; may reach beyond the end of the file
   * @throws IOException as HDFS's {@code getBlockLocations}
   */
  @Idempotent
  LocatedFile getBlockTiers(String src, long offset, long length) throws IOException;
}
