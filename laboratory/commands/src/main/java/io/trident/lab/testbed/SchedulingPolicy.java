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
package io.trident.lab.testbed;

import io.trident.core.placement.PolicyName;
import io.trident.core.text.EnumNames;
import io.trident.mapreduce.client.TridentClientProtocolProvider;
import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * What the paper compares: who schedules, over which placement of the input. Spark's executors are
 * given slots by its own standalone master, so that there only tasks are scheduled.
 */
public enum SchedulingPolicy {
  /** Stock Hadoop or Spark, with all replicas of the input on disks: the baseline. */
  HDFS_ONE_TIER("yarn", PolicyName.DEFAULT),
  /** Stock Hadoop or Spark, with a replica of each block on each tier. */
  DEFAULT("yarn", PolicyName.DEFAULT),
  H_SCHEDULER("trident-yarn", PolicyName.H_SCHEDULER),
  QUARTET("trident-yarn", PolicyName.QUARTET),
  /** Both components: resource scheduler, of MapReduce only, and task scheduler. */
  TRIDENT("trident-yarn", PolicyName.TRIDENT),
  /** The same with all replicas of the input on disks: what prefetchers are compared under. */
  TRIDENT_ONE_TIER("trident-yarn", PolicyName.TRIDENT);

  private static final String STOCK =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";
  private static final String TRIDENT_SCHEDULER =
      "io.trident.yarn.scheduler.TridentCapacityScheduler";

  private final String framework;
  private final PolicyName assignment;

  SchedulingPolicy(String framework, PolicyName assignment) {
    this.framework = framework;
    this.assignment = assignment;
  }

  /**
   * Returns the policy of a label.
   *
   * @throws IllegalArgumentException listing all, if there is none
   */
  public static SchedulingPolicy of(String label) {
    return EnumNames.find(SchedulingPolicy.class, label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no policy '%s'; there are %s."
                        .formatted(label, EnumNames.list(SchedulingPolicy.class))));
  }

  /** Returns the name in results. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /**
   * Returns what the ResourceManager runs with; stock, as the paper pairs them, but for Trident.
   */
  public Map<String, String> resourceManager() {
    return Map.of(
        "yarn.resourcemanager.scheduler.class", placesByPreference() ? TRIDENT_SCHEDULER : STOCK);
  }

  /**
   * Restarts the ResourceManager of a test bed if this policy needs another one.
   *
   * @param progress receives what happens
   * @return whether it was restarted
   */
  public boolean switchResourceManager(Testbed testbed, Consumer<String> progress)
      throws IOException {
    Map<String, String> wanted = resourceManager();
    if (testbed.description().settings().entrySet().containsAll(wanted.entrySet())) {
      return false;
    }
    progress.accept("Restarting the ResourceManager for " + label());
    testbed.restart(Role.RESOURCEMANAGER, wanted);
    return true;
  }

  /** Returns whether the ResourceManager is Trident's. */
  boolean placesByPreference() {
    return this == TRIDENT || this == TRIDENT_ONE_TIER;
  }

  /** Returns what assigns tasks to slots, whatever the engine. */
  PolicyName assignment() {
    return assignment;
  }

  /** Returns whether all replicas of the input are on disks. */
  boolean isOneTier() {
    return this == HDFS_ONE_TIER || this == TRIDENT_ONE_TIER;
  }

  /** Returns whether a job has Trident's application master, even if nothing is prefetched. */
  boolean hasOwnMaster() {
    return framework.equals(TridentClientProtocolProvider.FRAMEWORK);
  }

  /** Sets what a job of MapReduce is submitted with. */
  public void configure(Configuration job) {
    job.set("mapreduce.framework.name", framework);
    job.set("trident.mapreduce.policy", assignment.label());
  }

  /** Returns the directory of its input below a root. */
  public String fileSystem() {
    return isOneTier() ? "one-tier" : "tiered";
  }
}
