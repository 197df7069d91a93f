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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** A small text that the plugin keeps in HDFS itself, beside the registered tables. */
record KeptText(DistributedFileSystem fileSystem, Path path) {
  private static final int MAX_BYTES = 64 << 20;

  /**
   * Reads the text; nothing if none is kept.
   *
   * @throws IOException if there is one that cannot be read
   */
  Optional<String> read() throws IOException {
    try (FSDataInputStream in = fileSystem.open(path)) {
      return Optional.of(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Replaces the text that is kept, as one step.
   *
   * @throws IOException if that fails; the former one is kept then
   */
  void write(String text) throws IOException {
    Path next = path.suffix(".new");
    try (FSDataOutputStream out = fileSystem.create(next, true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    fileSystem.rename(next, path, Options.Rename.OVERWRITE);
  }
}
