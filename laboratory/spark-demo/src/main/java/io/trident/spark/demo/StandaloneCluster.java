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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import scala.Option;

/**
 * Spark's standalone master and one worker per node in this JVM, each at its node's name. Executors
 * are processes of their own; workers start them from the jars of {@code SPARK_HOME}.
 */
public final class StandaloneCluster implements AutoCloseable {
  private static final String MASTER_HOST = "localhost";
  private static final int WORKER_MB = 1_024;

  private final RpcEnv master;
  private final List<RpcEnv> workers = new ArrayList<>();

  private StandaloneCluster(RpcEnv master) {
    this.master = master;
  }

  /**
   * Starts it.
   *
   * @param nodes names of the nodes
   * @param directory of all that executors write and print
   */
  public static StandaloneCluster start(List<String> nodes, int coresPerNode, Path directory) {
    SparkConf conf =
        new SparkConf(false)
            .set("spark.master.rest.enabled", "false")
            .set("spark.shuffle.service.enabled", "false");
    RpcEnv master = Master.startRpcEnvAndEndpoint(MASTER_HOST, 0, 0, conf)._1();
    StandaloneCluster cluster = new StandaloneCluster(master);
    try {
      for (String node : nodes) {
        cluster.workers.add(
            Worker.startRpcEnvAndEndpoint(
                node,
                0,
                0,
                coresPerNode,
                WORKER_MB,
                new String[] {cluster.url()},
                directory.resolve(node).toString(),
                Option.apply(cluster.workers.size() + 1),
                conf,
                Option.empty()));
      }
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /** Returns the value of {@code spark.master}. */
  public String url() {
    return "spark://%s:%d".formatted(MASTER_HOST, master.address().port());
  }

  @Override
  public void close() {
    // Workers first, so that they do not look for their master.
    workers.forEach(RpcEnv::shutdown);
    workers.forEach(RpcEnv::awaitTermination);
    master.shutdown();
    master.awaitTermination();
  }
}
