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

import io.trident.core.layout.DataExtent;
import io.trident.hdfs.filesystem.RebuildingFileSystem;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A task that waits for what is rebuilt, and has a delegation token only.
 *
 * @param user who has the token
 * @param conf settings of the client, with a default file system
 */
record TokenJob(UserGroupInformation user, Configuration conf) {
  /** Returns settings for a task on a cluster with such settings. */
  static Configuration settings(Configuration cluster) {
    Configuration conf = new Configuration(cluster);
    conf.setClass("fs.hdfs.impl", RebuildingFileSystem.class, FileSystem.class);
    return conf;
  }

  /** Asks for an extent. */
  ExtentState demand(ReplicatedTable table, DataExtent extent) throws Exception {
    return run(
        () -> {
          try (LayoutTableClient client =
              LayoutTableClient.of(FileSystem.getDefaultUri(conf), conf)) {
            return client.demand(table.path(extent).toUri().getPath());
          }
        });
  }

  /** Reads an extent. */
  byte[] read(ReplicatedTable table, DataExtent extent) throws Exception {
    return run(
        () -> {
          try (FileSystem client = FileSystem.newInstance(conf);
              FSDataInputStream in = client.open(table.path(extent))) {
            return in.readAllBytes();
          }
        });
  }

  /** Does something as the user. */
  <T> T run(PrivilegedExceptionAction<T> action) throws Exception {
    return user.doAs(action);
  }
}
