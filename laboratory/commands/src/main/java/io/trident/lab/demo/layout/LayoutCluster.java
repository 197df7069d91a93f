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
package io.trident.lab.demo.layout;

import io.trident.lab.launch.OperatorCommand;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A cluster on this machine that has logically replicated tables, and the operator's commands on
 * it.
 *
 * @param daemons HDFS and YARN
 * @param configuration directory of what its clients are configured by
 * @param log what commands print is appended to this file
 */
public record LayoutCluster(TieredCluster daemons, Path configuration, Path log)
    implements AutoCloseable {
  /**
   * Starts one. A node is dead after 11 seconds without a heartbeat, not after ten minutes.
   *
   * @param blockBytes size of the blocks of other files
   * @param directory of data and logs
   */
  public static LayoutCluster start(int nodes, int racks, int blockBytes, Path directory)
      throws IOException {
    TieredCluster daemons =
        TieredCluster.builder()
            .nodes(nodes)
            .racks(racks)
            .slotsPerNode(2)
            .baseDir(directory.resolve("cluster"))
            .set("dfs.blocksize", Integer.toString(blockBytes))
            .set("trident.hdfs.layout.enabled", "true")
            .set("dfs.datanode.plugins", "io.trident.hdfs.datanode.TridentDataNodePlugin")
            .set("dfs.heartbeat.interval", "1")
            .set("dfs.namenode.heartbeat.recheck-interval", "500")
            .set("dfs.namenode.redundancy.interval.seconds", "1")
            .start();
    Path configuration = daemons.baseDir().resolve("client-conf");
    daemons.writeClientConfiguration(configuration);
    return new LayoutCluster(daemons, configuration, directory.resolve("commands.log"));
  }

  /**
   * Runs {@code bin/trident} with arguments.
   *
   * @throws IOException if it fails
   */
  public void command(List<String> arguments) throws IOException, InterruptedException {
    int exitCode = new OperatorCommand(configuration, arguments).run(log);
    if (exitCode != 0) {
      throw new IOException(
          "'bin/trident %s' failed with exit code %d; see %s"
              .formatted(String.join(" ", arguments), exitCode, log));
    }
  }

  @Override
  public void close() {
    daemons.close();
  }
}
