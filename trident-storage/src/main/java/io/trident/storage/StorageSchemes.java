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

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Which paths a storage serves, by their schemes: whether it is worth asking. Nobody is asked, and
 * no file system is opened. Thread-safe; O(1) once a scheme is known.
 */
public final class StorageSchemes {
  private final Configuration conf;
  private final List<StorageProvider> providers;
  private final Map<String, Boolean> known = new ConcurrentHashMap<>();

  /** Finds the storages on the class path. */
  public StorageSchemes(Configuration conf) {
    this(conf, Storages.providers());
  }

  StorageSchemes(Configuration conf, List<StorageProvider> providers) {
    this.conf = conf;
    this.providers = List.copyOf(providers);
  }

  /**
   * Returns whether a storage serves the paths of a scheme.
   *
   * @param scheme null for that of the default file system
   */
  public boolean isServed(@Nullable String scheme) {
    String asked = scheme == null ? FileSystem.getDefaultUri(conf).getScheme() : scheme;
    return known.computeIfAbsent(
        asked, any -> providers.stream().anyMatch(provider -> provider.serves(any, conf)));
  }

  /** Returns whether a storage serves a path, given as text, encoded or not. */
  public boolean isPathServed(String path) {
    return isServed(schemeOf(path));
  }

  /** Returns the scheme of a path; null if it has none. */
  static @Nullable String schemeOf(String path) {
    int colon = path.indexOf(':');
    int slash = path.indexOf('/');
    return colon > 0 && (slash < 0 || colon < slash) ? path.substring(0, colon) : null;
  }
}
