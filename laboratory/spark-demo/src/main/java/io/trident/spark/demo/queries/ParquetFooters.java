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
package io.trident.spark.demo.queries;

import io.trident.lab.queries.RowGroups;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** Counts row groups. */
final class ParquetFooters {
  private static final String SUFFIX = ".parquet";

  private ParquetFooters() {}

  /**
   * Returns the row groups of all files of Parquet below a directory.
   *
   * @param table name of the table, for the result
   * @param layout name of the layout, for the result
   */
  static RowGroups count(String table, String layout, String directory, Configuration conf)
      throws IOException {
    int files = 0;
    long groups = 0;
    long bytes = 0;
    Path root = new Path(directory);
    FileSystem fileSystem = root.getFileSystem(conf);
    RemoteIterator<LocatedFileStatus> all = fileSystem.listFiles(root, true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      if (file.getLen() > 0 && file.getPath().getName().endsWith(SUFFIX)) {
        files++;
        try (ParquetFileReader reader =
            ParquetFileReader.open(HadoopInputFile.fromStatus(file, conf))) {
          for (BlockMetaData group : reader.getFooter().getBlocks()) {
            groups++;
            bytes += group.getCompressedSize();
          }
        }
      }
    }
    return new RowGroups(table, layout, files, groups, bytes);
  }
}
