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

import io.trident.core.guard.Guard;
import io.trident.hdfs.HdfsKeys;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds lost extents of logically replicated tables on this DataNode, and serves slices of those
 * that it has; set it in {@code dfs.datanode.plugins}, and {@code trident.hdfs.layout.enabled}.
 * What of it cannot start, the DataNode runs without, which its log reports.
 */
public final class TridentDataNodePlugin implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(TridentDataNodePlugin.class);

  private final Guard guard =
      new Guard((consequence, failure) -> LOG.warn("{}", consequence, failure));
  private @Nullable RebuildWorker worker;
  private @Nullable SliceService slices;

  @Override
  public void start(Object service) {
    guard.run(
        "This DataNode rebuilds no lost extents",
        () -> {
          DataNode node = (DataNode) service;
          Configuration conf = node.getConf();
          if (HdfsKeys.LAYOUT_ENABLED.read(conf::get)) {
            worker = RebuildWorker.start(node, conf, guard);
          }
        });
    guard.run(
        "This DataNode serves no slices of extents; clients read extents themselves",
        () -> {
          DataNode node = (DataNode) service;
          Configuration conf = node.getConf();
          if (HdfsKeys.LAYOUT_ENABLED.read(conf::get)
              && HdfsKeys.SLICES_MEMORY_MB.read(conf::get) > 0) {
            slices = SliceService.start(node, conf, System::nanoTime, guard);
          }
        });
  }

  @Override
  public void stop() {
    RebuildWorker started = worker;
    worker = null;
    if (started != null) {
      guard.run("Trident's threads may outlive the DataNode's service", started::close);
    }
    SliceService serving = slices;
    slices = null;
    if (serving != null) {
      guard.run("Trident's slices may outlive the DataNode's service", serving::close);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
