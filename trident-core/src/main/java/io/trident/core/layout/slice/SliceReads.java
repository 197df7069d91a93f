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
package io.trident.core.layout.slice;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Has storage nodes slice extents. A kind of storage that can do that is a service, found by {@link
 * ServiceLoader}; engines read by themselves what no node slices.
 */
public interface SliceReads {
  /** Returns whether files of a scheme are of this storage. */
  boolean serves(String scheme);

  /**
   * Asks the node that has an extent for a slice, and waits for it.
   *
   * @param extent a file with scheme and path
   * @param conf the host's configuration: of Hadoop's hosts the {@code Configuration} itself
   * @return the slice as a file of the table's format, without bytes if it has no rows; or nothing
   *     if the caller has to read the extent itself, for which the storage has logged or counted
   *     the reason
   * @throws Exception of any kind if the node cannot be asked; the caller contains it
   */
  Optional<byte[]> read(URI extent, SliceRequest request, Iterable<Map.Entry<String, String>> conf)
      throws Exception;

  /** Finds the storages that a class loader knows. */
  static List<SliceReads> installed(ClassLoader loader) {
    return ServiceLoader.load(SliceReads.class, loader).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
