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

import io.trident.layout.table.TablePaths;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Appends by renames of a client: enough where nobody reads meanwhile. */
record Moves(FileSystem files) implements Appender {
  @Override
  public String append(String build, String table, String source, String kept) throws IOException {
    for (String below : new String[] {"", "/" + TablePaths.HIDDEN}) {
      for (FileStatus child : files.listStatus(new Path(build + below))) {
        String name = child.getPath().getName();
        if (name.startsWith("se")) {
          rename(child.getPath(), new Path(table + below, name));
        }
      }
    }
    rename(new Path(source), new Path(kept));
    return kept;
  }

  private void rename(Path from, Path to) throws IOException {
    if (!files.rename(from, to)) {
      throw new IOException("%s cannot be renamed".formatted(from));
    }
  }
}
