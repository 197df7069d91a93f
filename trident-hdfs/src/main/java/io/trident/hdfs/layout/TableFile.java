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

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TablePaths.Named;

/**
 * A file of a table, as the manifest has it.
 *
 * @param superExtent that it is of
 * @param extent what it has
 * @param stored what was written
 */
record TableFile(SuperExtentId superExtent, Extent extent, StoredObject stored) {
  /** Returns the file's inode id. */
  long inode() {
    return stored.identity().inode();
  }

  /**
   * Returns whether a path, relative to the table's directory, is where readers look for it. The
   * names' extension, which is the format's, is not compared.
   */
  boolean isAt(String path) {
    return TablePaths.parse(path)
        .filter(new Named(superExtent.number(), extent)::equals)
        .isPresent();
  }
}
