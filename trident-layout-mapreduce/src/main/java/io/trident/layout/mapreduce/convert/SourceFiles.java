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
package io.trident.layout.mapreduce.convert;

import io.trident.layout.table.SourceList;
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/**
 * The files of a directory that is to be converted.
 *
 * @param files in order of their names
 */
record SourceFiles(List<FileStatus> files) {
  /**
   * Lists a directory.
   *
   * @throws IOException if it has what cannot be converted; the message has the remedy
   */
  static SourceFiles list(DistributedFileSystem fileSystem, Path directory) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = fileSystem.listLocatedStatus(directory);
    while (all.hasNext()) {
      LocatedFileStatus one = all.next();
      if (isSource(one)) {
        files.add(one);
      }
    }
    files.sort(Comparator.comparing(file -> file.getPath().getName(), SourceList::compareNames));
    return new SourceFiles(List.copyOf(files));
  }

  private static boolean isSource(FileStatus file) throws IOException {
    String name = file.getPath().getName();
    if (file.isDirectory()) {
      throw new IOException(
          "%s is a directory; convert each directory of files apart.".formatted(file.getPath()));
    }
    if (name.startsWith("_") || name.startsWith(".")) {
      if (file.getLen() > 0) {
        throw new IOException(
            "%s is hidden to readers, so it would be lost; move or remove it."
                .formatted(file.getPath()));
      }
      return false; // such as _SUCCESS
    }
    if (file instanceof HdfsLocatedFileStatus located
        && located.getLocatedBlocks().isUnderConstruction()) {
      throw new IOException(
          "%s is being written; wait until it is closed.".formatted(file.getPath()));
    }
    if (file.hasAcl()) {
      throw new IOException(
          "%s has an access control list, which would be lost; remove it: hdfs dfs -setfacl -b"
              .formatted(file.getPath()));
    }
    return true;
  }

  /** Returns the number of bytes. */
  long bytes() {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }

  /**
   * Returns the list that the table has of its sources.
   *
   * @throws IOException if the end of a file cannot be read
   */
  SourceList list(DistributedFileSystem fileSystem) throws IOException {
    List<Source> sources = new ArrayList<>();
    for (FileStatus file : files) {
      sources.add(
          new Source(file.getPath().getName(), file.getLen(), isTerminated(fileSystem, file)));
    }
    return new SourceList(sources);
  }

  private static boolean isTerminated(DistributedFileSystem fileSystem, FileStatus file)
      throws IOException {
    if (file.getLen() == 0) {
      return false;
    }
    try (FSDataInputStream in = fileSystem.open(file.getPath())) {
      in.seek(file.getLen() - 1);
      return in.read() == '\n';
    }
  }

  /** Returns a text that is another one if a file was changed, added or removed. */
  String fingerprint() {
    StringBuilder text = new StringBuilder();
    for (FileStatus file : files) {
      text.append(file.getPath().getName())
          .append('\t')
          .append(file.getLen())
          .append('\t')
          .append(file.getModificationTime())
          .append('\n');
    }
    return text.toString();
  }
}
