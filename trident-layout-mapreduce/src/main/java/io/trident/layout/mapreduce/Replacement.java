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

import io.trident.layout.mapreduce.table.Places;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Trash;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Puts what was built in the table's place, and what was there into the trash.
 *
 * @param files where both are
 * @param conf has whether there is a trash
 * @param publisher does it as one step
 */
record Replacement(DistributedFileSystem files, Configuration conf, Publisher publisher) {
  /**
   * Checks that what is replaced can be kept.
   *
   * @throws IOException if something of an earlier run is in its place; the message has the remedy
   */
  void check(Places places) throws IOException {
    if (files.exists(places.kept())) {
      throw new IOException(
          "%s is what %s was before an earlier run; remove it or move it away: hdfs dfs -rm -r %s"
              .formatted(places.kept(), places.table().getName(), places.kept().toUri().getPath()));
    }
  }

  /**
   * Puts what was built in the table's place.
   *
   * @throws IOException if that is not possible; both are then where they were
   */
  void publish(Places places) throws IOException {
    publisher.publish(
        places.build().toUri().getPath(),
        places.table().toUri().getPath(),
        places.kept().toUri().getPath());
  }

  /**
   * Removes what is left of the work, once nobody has the lock, and moves the former directory to
   * the trash.
   *
   * @return where the former directory is, if there is no trash
   * @throws IOException if that is not possible; the new one is in place all the same
   */
  Optional<Path> cleanUp(Places places) throws IOException {
    files.delete(places.published(), true);
    return Trash.moveToAppropriateTrash(files, places.kept(), conf)
        ? Optional.empty()
        : Optional.of(places.kept());
  }
}
