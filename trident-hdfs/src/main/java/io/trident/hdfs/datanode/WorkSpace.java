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
package io.trident.hdfs.datanode;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;

/**
 * What a rebuild may use of a DataNode's machine.
 *
 * @param directory for rows that exceed memory, and for broken extents that are read; below {@code
 *     hadoop.tmp.dir}
 * @param sortBytes of rows in memory
 */
record WorkSpace(Path directory, long sortBytes) {
  static WorkSpace of(Configuration conf, String node, int sortMegabytes) {
    return new WorkSpace(
        Path.of(conf.get(CommonConfigurationKeys.HADOOP_TMP_DIR), "trident-rebuild", node),
        (long) sortMegabytes << 20);
  }
}
