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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.storage.WrittenFiles.Answer;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.junit.jupiter.api.Test;

class WrittenFilesTest {
  @Test
  void withoutAStorageNothingIsKnown() {
    WrittenFiles none = WrittenFiles.installed(new ClassLoader(null) {});
    assertThat(
            none.compare(
                new LocatedFileStatus(new FileStatus(), new BlockLocation[0]),
                new StoredObject(new BlockIdentity(1, 2, 3), 0, 0)))
        .isEqualTo(Answer.UNKNOWN);
  }
}
