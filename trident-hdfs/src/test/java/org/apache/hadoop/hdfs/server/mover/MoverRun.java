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
package org.apache.hadoop.hdfs.server.mover;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtil;

/** Runs HDFS's Mover in this process; its {@code run} is package-private. */
public final class MoverRun {
  private MoverRun() {}

  /** Moves what is below a directory until nothing is left to move; returns the exit code. */
  public static int of(Configuration conf, Path directory)
      throws IOException, InterruptedException {
    Map<URI, List<Path>> directories = new HashMap<>();
    for (URI nameNode : DFSUtil.getInternalNsRpcUris(conf)) {
      directories.put(nameNode, List.of(directory));
    }
    return Mover.run(directories, conf);
  }
}
