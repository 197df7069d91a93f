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
package io.trident.core.replication;

import io.trident.core.layout.manifest.FoundFile;
import io.trident.core.layout.manifest.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What of a replica group cannot be read: of the source files, of replicas partitions. A file is
 * lost as a whole if one of its blocks is; a partition also if the places of its rows are, or if it
 * is not the block that was written.
 *
 * @param byMember the numbers of the parts of each member: the source, then the replicas
 */
public record LostParts(List<Set<Integer>> byMember) {
  /** Copies the lists. */
  public LostParts {
    byMember = byMember.stream().<Set<Integer>>map(Set::copyOf).toList();
  }

  /**
   * A file of the source.
   *
   * @param length in bytes, when replicas were made
   * @param found as it is now; nothing if it is gone
   */
  public record SourceFile(long length, Optional<FoundFile> found) {
    /** Returns whether it is another one than when replicas were made. */
    public boolean isChanged() {
      return found.isPresent() && found.get().length() != length;
    }

    private boolean isLost() {
      return !LostParts.isReadable(found);
    }
  }

  /**
   * A partition of a replica.
   *
   * @param written its file in the manifest
   * @param rows its file as it is now; nothing if it is gone
   * @param places the file of the places of its rows in the source; nothing if it is gone
   */
  public record Partition(
      StoredObject written, Optional<FoundFile> rows, Optional<FoundFile> places) {
    private boolean isLost() {
      return FoundFile.compare(rows, written) != FoundFile.State.READABLE
          || !LostParts.isReadable(places);
    }
  }

  /** Returns the numbers of the source's files that cannot be read. O(files and their blocks). */
  public static Set<Integer> ofSource(List<SourceFile> files) {
    return numbers(files, SourceFile::isLost);
  }

  /** Returns the numbers of a replica's partitions that cannot be read. O(partitions). */
  public static Set<Integer> ofReplica(List<Partition> partitions) {
    return numbers(partitions, Partition::isLost);
  }

  private static boolean isReadable(Optional<FoundFile> found) {
    return found.filter(FoundFile::isReadable).isPresent();
  }

  private static <T> Set<Integer> numbers(List<T> parts, Predicate<T> isLost) {
    return IntStream.range(0, parts.size())
        .filter(i -> isLost.test(parts.get(i)))
        .boxed()
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns whether nothing is lost. */
  public boolean isNone() {
    return byMember.stream().allMatch(Set::isEmpty);
  }
}
