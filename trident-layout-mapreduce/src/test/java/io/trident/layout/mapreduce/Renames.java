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
package io.trident.layout.mapreduce;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Publishes by two renames of a client: enough where nobody reads meanwhile. */
record Renames(FileSystem files) implements Publisher {
  @Override
  public String publish(String build, String table, String kept) throws IOException {
    if (!files.rename(new Path(table), new Path(kept))
        || !files.rename(new Path(build), new Path(table))) {
      throw new IOException("%s cannot be renamed".formatted(table));
    }
    return kept;
  }
}
