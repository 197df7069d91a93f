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

import io.trident.core.layout.placement.DomainMap;
import io.trident.core.layout.placement.DomainMapJson;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** The failure domains as they are kept in HDFS itself. */
record KeptDomains(DistributedFileSystem fileSystem) {
  /** Where they are. */
  static final Path PATH = new Path(LayoutTables.REGISTRY + "/domains.json");

  /**
   * Reads the domains; nothing if none are kept.
   *
   * @throws IOException if there are some that cannot be read
   */
  Optional<DomainMap> read() throws IOException {
    try {
      return new KeptText(fileSystem, PATH).read().map(DomainMapJson::read);
    } catch (IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(PATH, e.getMessage()), e);
    }
  }

  /**
   * Replaces the domains that are kept, as one step.
   *
   * @throws IOException if that fails; the former ones are kept then
   */
  void write(DomainMap map) throws IOException {
    new KeptText(fileSystem, PATH).write(DomainMapJson.write(map));
  }
}
