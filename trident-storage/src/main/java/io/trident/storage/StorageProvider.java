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

import org.apache.hadoop.conf.Configuration;

/** A kind of storage, found by {@link java.util.ServiceLoader}. */
public interface StorageProvider {
  /**
   * Returns whether files of a scheme are, or resolve to, files of this storage. Must neither block
   * nor connect.
   *
   * @param scheme scheme of a fully qualified path, such as {@code hdfs}
   * @param conf configuration that maps schemes to file systems
   */
  boolean serves(String scheme, Configuration conf);

  /**
   * Opens the storage as the current user; does not connect yet.
   *
   * @throws io.trident.core.config.ConfigException if a key of the storage is invalid
   */
  Storage open(Configuration conf);
}
