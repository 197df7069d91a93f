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

import io.trident.minicluster.NodeSocketFactory;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Lets an executor connect to HDFS from its node's address: all nodes of the demo are one machine.
 */
public final class NodePlugin implements SparkPlugin {
  /** For Spark. */
  public NodePlugin() {}

  @Override
  @SuppressWarnings("NullAway") // Spark's contract: null is no plugin
  public @Nullable DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext context, Map<String, String> extraConf) {
        // Not context.hostname(), which fails in executors of Spark 4.2.0: they serve no RPC.
        System.setProperty(
            NodeSocketFactory.NODE, SparkEnv.get().blockManager().blockManagerId().host());
      }
    };
  }
}
