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

import io.trident.core.layout.manifest.StoredObject;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.fs.LocatedFileStatus;

/**
 * Tells whether a file is the one that was written, by what its listing has: nothing is asked. A
 * kind of storage that knows is a service, found by {@link ServiceLoader}.
 */
@FunctionalInterface
public interface WrittenFiles {
  /** What is known of a file. */
  enum Answer {
    /** It is the file that was written, unchanged. */
    SAME,
    /** It was replaced, appended to or truncated, or is a copy. */
    OTHER,
    /** The storage has no identities of files, or this listing has none. */
    UNKNOWN
  }

  /**
   * Compares a file with what was written.
   *
   * @param listed the file as a directory's listing has it
   */
  Answer compare(LocatedFileStatus listed, StoredObject written);

  /** Returns what all storages know that a class loader finds: the first that knows answers. */
  static WrittenFiles installed(ClassLoader loader) {
    List<WrittenFiles> all =
        ServiceLoader.load(WrittenFiles.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    return (listed, written) ->
        all.stream()
            .map(one -> one.compare(listed, written))
            .filter(answer -> answer != Answer.UNKNOWN)
            .findFirst()
            .orElse(Answer.UNKNOWN);
  }
}
