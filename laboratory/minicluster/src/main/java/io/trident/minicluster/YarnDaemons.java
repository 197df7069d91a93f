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
package io.trident.minicluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.jspecify.annotations.Nullable;

/** The ResourceManager and one NodeManager per node. */
final class YarnDaemons implements AutoCloseable {
  private final Configuration conf;
  private final List<@Nullable NodeManager> nodeManagers = new ArrayList<>();
  private ResourceManager resourceManager;

  private YarnDaemons(Configuration conf, ResourceManager resourceManager) {
    this.conf = conf;
    this.resourceManager = resourceManager;
  }

  static YarnDaemons start(Configuration conf, ClusterLayout layout, Path baseDir)
      throws IOException {
    YarnDaemons yarn = new YarnDaemons(conf, startResourceManager(conf));
    try {
      for (int i = 0; i < layout.nodes(); i++) {
        yarn.nodeManagers.add(startNodeManager(conf, i, baseDir));
      }
      yarn.awaitNodes();
    } catch (IOException | RuntimeException e) {
      yarn.close();
      throw e;
    }
    return yarn;
  }

  ResourceManager resourceManager() {
    return resourceManager;
  }

  NodeManager nodeManager(int node) {
    @Nullable NodeManager nodeManager = nodeManagers.get(node);
    if (nodeManager == null) {
      throw new IllegalStateException(ClusterLayout.name(node) + " has no running NodeManager");
    }
    return nodeManager;
  }

  void stopNodeManager(int node) {
    stop(nodeManager(node));
    nodeManagers.set(node, null);
  }

  void restartResourceManager(Map<String, String> changes) throws IOException {
    resourceManager.stop();
    changes.forEach(conf::set);
    resourceManager = startResourceManager(conf);
    awaitNodes();
  }

  @Override
  public void close() {
    // Together: each waits some seconds for its applications, finished ones included.
    nodeManagers.parallelStream()
        .filter(Objects::nonNull)
        .forEach(nodeManager -> stop(Objects.requireNonNull(nodeManager)));
    resourceManager.stop();
  }

  private static void stop(NodeManager nodeManager) {
    ScheduledLogDeletion.cancel(nodeManager);
    nodeManager.stop();
  }

  private static ResourceManager startResourceManager(Configuration conf) {
    ResourceManager resourceManager = new ResourceManager();
    resourceManager.init(new YarnConfiguration(conf));
    resourceManager.start();
    return resourceManager;
  }

  private static NodeManager startNodeManager(Configuration conf, int node, Path baseDir) {
    Configuration own = new YarnConfiguration(conf);
    String address = ClusterLayout.name(node) + ":0";
    Path dir = baseDir.resolve("yarn").resolve(ClusterLayout.name(node));
    own.set(YarnConfiguration.NM_ADDRESS, address);
    own.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, address);
    own.set(YarnConfiguration.NM_WEBAPP_ADDRESS, address);
    own.set(YarnConfiguration.NM_COLLECTOR_SERVICE_ADDRESS, address);
    own.set(YarnConfiguration.NM_LOCAL_DIRS, dir.resolve("local").toString());
    own.set(YarnConfiguration.NM_LOG_DIRS, dir.resolve("logs").toString());
    NodeManager nodeManager = new NodeManager();
    nodeManager.init(own);
    nodeManager.start();
    return nodeManager;
  }

  private void awaitNodes() throws IOException {
    long expected = nodeManagers.stream().filter(nm -> nm != null).count();
    Await.until(
        expected + " NodeManagers to register",
        () -> resourceManager.getResourceScheduler().getNumClusterNodes() >= expected);
  }
}
