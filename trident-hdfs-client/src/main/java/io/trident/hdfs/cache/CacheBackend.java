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
package io.trident.hdfs.cache;

import io.trident.hdfs.protocol.PinStatus;
import java.io.IOException;
import java.util.List;

/** A way to have blocks of one file system cached; used by one thread at a time. */
interface CacheBackend {
  /**
   * Asks for the blocks the first time, later prolongs the request.
   *
   * @return the state of each block as asked for
   * @throws IOException if the NameNode cannot be asked now, or refuses the request as a whole
   */
  List<PinStatus> step() throws IOException;

  /** Lets go of the blocks. */
  void release() throws IOException;
}
