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
package io.trident.layout.mapreduce.table;

import io.trident.layout.table.BuildPaths;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where things are while a directory is replaced by another one.
 *
 * @param table the directory, absolute
 * @param build a hidden sibling, where what replaces it is written
 * @param kept a hidden sibling, where the directory is afterwards, until it goes to the trash
 */
public record Places(Path table, Path build, Path kept) {
  private static final String WORK = "_convert";

  /**
   * Returns the places for a directory.
   *
   * @param table absolute
   * @throws IOException if it is the root
   */
  public static Places of(Path table) throws IOException {
    @Nullable Path parent = table.getParent();
    if (parent == null) {
      throw new IOException("The root cannot be a table; give a directory below it.");
    }
    return new Places(
        table,
        new Path(BuildPaths.directory(table.toString())),
        new Path(parent, ".%s.trident-old".formatted(table.getName())));
  }

  /**
   * Returns the places for files that are appended to a table: what is replaced is their directory,
   * by nothing. One client at a time works on a table, so the build directory is the table's.
   *
   * @param table absolute
   * @param source the directory of the files, absolute
   * @throws IOException if one of them is the root
   */
  public static Places ofAppend(Path table, Path source) throws IOException {
    return new Places(source, of(table).build(), of(source).kept());
  }

  /** Returns what is in the build directory besides what replaces the table. */
  public Path work() {
    return new Path(build, WORK);
  }

  /** Returns where {@link #work} is once the build directory is in the table's place. */
  public Path published() {
    return new Path(table, WORK);
  }

  /** Returns the file that the client who works in the build directory has open. */
  public Path lock() {
    return new Path(work(), "lock");
  }

  /**
   * Removes all that is in the build directory but the lock.
   *
   * @throws IOException if that is not possible
   */
  public void clear(FileSystem files) throws IOException {
    for (Path directory : List.of(build, work())) {
      for (FileStatus child : files.listStatus(directory)) {
        if (!child.getPath().equals(work()) && !child.getPath().equals(lock())) {
          files.delete(child.getPath(), true);
        }
      }
    }
  }
}
