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
package io.trident.spark.demo;

import io.trident.cli.Progress;
import io.trident.lab.demo.DemoEngine;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.DemoResult;
import io.trident.minicluster.ReadTrace;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;

/** The demo with Spark: one HDFS and standalone cluster, each job under every policy. */
public final class SparkDemo implements DemoEngine {
  static final String NAME = "spark";

  /** For the service loader. */
  public SparkDemo() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DemoResult run(DemoOptions options, Progress progress, Afterwards afterwards)
      throws IOException, InterruptedException {
    progress.report(
        "Starting HDFS and Spark: %d nodes in %d racks, each with memory, SSD and disk",
        options.nodes(), options.racks());
    Path directory = options.directory();
    TieredCluster.Builder builder =
        TieredCluster.builder()
            .nodes(options.nodes())
            .racks(options.racks())
            .hdfsOnly()
            .baseDir(directory.resolve("cluster"))
            .set("dfs.blocksize", Integer.toString(options.blockBytes()));
    try (TieredCluster cluster = builder.start();
        ReadTrace trace = ReadTrace.start();
        StandaloneCluster spark =
            StandaloneCluster.start(
                cluster.nodeNames(), options.slotsPerNode(), directory.resolve("work"))) {
      DemoResult result =
          new SparkSessions(options, progress, cluster, trace, spark.url()).compare();
      cluster.writeClientConfiguration(cluster.baseDir().resolve("client-conf"));
      afterwards.with(cluster);
      return result;
    }
  }
}
