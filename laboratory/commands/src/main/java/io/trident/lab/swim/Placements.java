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
package io.trident.lab.swim;

import io.trident.lab.testbed.SchedulingPolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where the replicas of a directory's files are, by the names that policies have for it. */
final class Placements {
  /**
   * HDFS's policy that puts all replicas on disks where there is no archive. HOT, the default, is
   * the one that Trident's placement replaces.
   */
  private static final String DISKS = "WARM";

  private static final Set<String> ALL =
      Arrays.stream(SchedulingPolicy.values())
          .map(SchedulingPolicy::fileSystem)
          .collect(Collectors.toCollection(TreeSet::new));

  private Placements() {}

  /**
   * Checks a name.
   *
   * @throws IllegalArgumentException listing all, if it is none
   */
  static void require(String placement) {
    if (!ALL.contains(placement)) {
      throw new IllegalArgumentException(
          "There is no placement '%s'; there are %s.".formatted(placement, String.join(", ", ALL)));
    }
  }

  /** Makes a directory whose files will be placed so. */
  static void make(FileSystem files, Path directory, String placement) throws IOException {
    files.mkdirs(directory);
    if (placement.equals(SchedulingPolicy.HDFS_ONE_TIER.fileSystem())) {
      files.setStoragePolicy(directory, DISKS);
    }
  }
}
