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
package io.trident.core.storage;

import java.util.Objects;

/**
 * The identity of a block: what a plan names, a storage pins, and a report counts.
 *
 * <p>Equal keys are equal bytes. A storage whose objects are replaced under their name gives each
 * version a name of its own; HDFS never reuses a block's number, so its blocks have none.
 *
 * @param path fully qualified URI text of the file or object, as Hadoop's {@code Path.toString()}
 *     writes it
 * @param id number of the block: HDFS's, which is unique in a block pool, or the block's index in
 *     an object
 * @param version version of the object, such as its etag; empty where {@code id} suffices
 */
public record BlockKey(String path, long id, String version) {
  public BlockKey {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(version, "version");
  }

  /** A block whose number suffices. */
  public BlockKey(String path, long id) {
    this(path, id, "");
  }

  /**
   * Returns the name of the block in plans and reports: its file, its number, and its version if it
   * has one. Different keys of one storage have different names; the name is not to be taken apart.
   */
  public String name() {
    return version.isEmpty() ? path + "#" + id : path + "#" + id + "@" + version;
  }
}
