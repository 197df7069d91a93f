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
package io.trident.lab.demo;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The two ways to schedule that the demo compares. */
public enum Engine {
  /** Hadoop as it is released: CapacityScheduler and the stock application master. */
  STOCK("stock", "yarn"),
  /** Hadoop with Trident, as conf/ configures it. */
  TRIDENT("trident", "trident-yarn");

  private static final String SCHEDULER = "yarn.resourcemanager.scheduler.class";
  private static final String NODE_DELAY = "yarn.scheduler.capacity.node-locality-delay";
  private static final String RACK_DELAY = "yarn.scheduler.capacity.rack-locality-additional-delay";

  private final String label;
  private final String framework;

  Engine(String label, String framework) {
    this.label = label;
    this.framework = framework;
  }

  /** Returns the name used in tables and JSON. */
  public String label() {
    return label;
  }

  /** Returns the value of {@code mapreduce.framework.name}: all that a client changes. */
  public String framework() {
    return framework;
  }

  /**
   * Returns what the ResourceManager's configuration needs for this engine.
   *
   * @param example the configuration that conf/ gives, with Trident switched on
   */
  public Map<String, String> resourceManager(Configuration example) {
    Map<String, String> settings = new HashMap<>();
    if (this == STOCK) {
      settings.put(
          SCHEDULER,
          "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
      // The released defaults: stock keeps its delay scheduling whatever conf/ sets for Trident.
      settings.put(NODE_DELAY, "40");
      settings.put(RACK_DELAY, "-1");
    } else {
      settings.put(SCHEDULER, example.get(SCHEDULER));
      settings.put(NODE_DELAY, example.get(NODE_DELAY, "40"));
      settings.put(RACK_DELAY, example.get(RACK_DELAY, "-1"));
    }
    return settings;
  }
}
