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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockKeyTest {
  @Test
  void theNameOfABlockIsItsFileAndItsNumber() {
    assertThat(new BlockKey("hdfs://nn/f", 1073741825L).name()).isEqualTo("hdfs://nn/f#1073741825");
  }

  @Test
  void anotherVersionOfAnObjectIsAnotherBlock() {
    BlockKey old = new BlockKey("s3a://bucket/object", 0, "etag-1");
    BlockKey current = new BlockKey("s3a://bucket/object", 0, "etag-2");
    assertThat(old).isNotEqualTo(current);
    assertThat(old.name()).isNotEqualTo(current.name());
  }

  @Test
  void namesOfDifferentBlocksDifferAlsoForOddPaths() {
    Map<String, BlockKey> byName = new HashMap<>();
    for (String path : List.of("/f", "/f#1", "/f#1#1", "/#", "")) {
      for (long id : new long[] {0, 1, 11, -1, Long.MAX_VALUE}) {
        BlockKey key = new BlockKey(path, id);
        assertThat(byName.put(key.name(), key)).as(key.name()).isNull();
      }
    }
  }
}
