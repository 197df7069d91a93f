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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExtentIndexTest {
  @Test
  void eachFileIsFoundAndNoOther() {
    Random random = new Random(7);
    for (int run = 0; run < 100; run++) {
      Map<Long, SuperExtentId> owners = new HashMap<>();
      Map<SuperExtentId, long[]> files = new HashMap<>();
      for (int s = random.nextInt(6); s > 0; s--) {
        SuperExtentId id = new SuperExtentId(random.nextInt(3), s);
        TreeSet<Long> own = new TreeSet<>();
        for (int i = random.nextInt(20); i > 0; i--) {
          long inode = random.nextInt(200);
          if (owners.putIfAbsent(inode, id) == null) {
            own.add(inode);
          }
        }
        files.put(id, own.descendingSet().stream().mapToLong(Long::longValue).toArray());
      }

      ExtentIndex index = ExtentIndex.of(files);

      assertThat(index.size()).isEqualTo(owners.size());
      for (long inode = -1; inode <= 200; inode++) {
        assertThat(index.has(inode)).isEqualTo(owners.containsKey(inode));
        assertThat(index.ownerOf(inode)).isEqualTo(Optional.ofNullable(owners.get(inode)));
      }
    }
  }

  @Test
  void aFileInTwoManifestsBelongsToOneOfThem() {
    ExtentIndex index =
        ExtentIndex.of(
            Map.of(
                new SuperExtentId(1, 0), new long[] {5}, new SuperExtentId(2, 0), new long[] {5}));

    assertThat(index.ownerOf(5)).isPresent();
  }
}
