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
package io.trident.storage;

import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Leases on cached blocks that go by the name of the directory that the blocks' files are in, so
 * that who reads the directory finds them. There is one for each directory and user, and they
 * outlive this process, for their time to live.
 *
 * <p>Methods wait for the answers. What fails is an {@link IOException}; {@link
 * LeasesUnsupportedException} where no lease can be had of the storage by anybody.
 */
public interface DirectoryLeases {
  /**
   * Acquires the lease of a directory, in place of one that is there.
   *
   * @param owner who keeps it, such as a job
   * @param ttl for how long, unless it is renewed; the storage may grant less
   * @param blocks of files of the directory
   * @return what became of each block
   */
  List<BlockProgress> acquire(Path directory, String owner, Duration ttl, List<BlockToCache> blocks)
      throws IOException;

  /**
   * Prolongs the lease of a directory.
   *
   * @return for how long from now; empty if there is none
   */
  Optional<Duration> renew(Path directory) throws IOException;

  /**
   * Ends the lease of a directory.
   *
   * @return false if there is none
   */
  boolean release(Path directory) throws IOException;
}
