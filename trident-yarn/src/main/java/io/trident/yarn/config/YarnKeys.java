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
package io.trident.yarn.config;

import io.trident.core.config.ConfigKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code trident.yarn.*}: set next to the {@code trident.cost.*} keys, for the Capacity scheduler
 * in {@code capacity-scheduler.xml}, for the Fair and FIFO schedulers in {@code yarn-site.xml}, and
 * reloaded by {@code yarn rmadmin -refreshQueues}.
 */
public final class YarnKeys {
  private static final String QUEUE_PREFIX = "trident.yarn.queue.";
  private static final String MODE_SUFFIX = ".mode";

  /** Whether preference maps are used, in queues that no other key names. */
  public static final ConfigKey<QueueMode> MODE =
      ConfigKey.enumKey(
          "trident.yarn.mode",
          QueueMode.ON,
          "Whether the scheduler places by preference maps. With off it is the stock scheduler; with"
              + " shadow too, but it plans, and counts what the plans would have given (metrics"
              + " Shadow*).");

  /** How long a plan may be followed. */
  public static final ConfigKey<Integer> PLAN_MAX_AGE_MS =
      ConfigKey.intKey(
          "trident.yarn.plan-max-age-ms",
          100,
          1,
          60_000,
          "How long an application's placement plan is followed before it is made anew where room"
              + " has been released meanwhile. Longer saves scheduler time, shorter sees better"
              + " room sooner. The Fair and FIFO schedulers place on a node only when it heartbeats:"
              + " there it is two heartbeats at least.");

  /** What part of time planning may take. */
  public static final ConfigKey<Integer> PLANNING_PERCENT =
      ConfigKey.intKey(
          "trident.yarn.planning-percent",
          10,
          1,
          100,
          "How many percent of time all applications' plans together may take. Beyond it requests"
              + " are served as by the stock scheduler, and counted in the metric"
              + " TridentPlacement FallbackBudget.");

  /** How much an application may have the resource manager keep. */
  public static final ConfigKey<Integer> MAX_ENTRIES =
      ConfigKey.intKey(
          "trident.yarn.max-entries",
          100_000,
          1,
          10_000_000,
          "How many entries the preference maps of an application may have in all, of 12 bytes"
              + " each. Requests whose maps go beyond are served without preferences,"
              + " and counted in the metric TridentPlacement MapsBeyondLimit.");

  /** How long a proposal may stay without commit. */
  public static final ConfigKey<Integer> IN_FLIGHT_TIMEOUT_MS =
      ConfigKey.intKey(
          "trident.yarn.in-flight-timeout-ms",
          200,
          1,
          60_000,
          "With asynchronous scheduling: how long a proposed container may wait for its commit"
              + " before it counts as rejected and is planned again.");

  private YarnKeys() {}

  /** Returns the key of one queue's mode. */
  public static ConfigKey<QueueMode> modeOf(String queue) {
    return ConfigKey.enumKey(
        QUEUE_PREFIX + queue + MODE_SUFFIX,
        MODE.defaultValue(),
        "trident.yarn.mode for one queue, such as root.a.b, and those below it. Where it is not set,"
            + " the nearest queue above for which it is counts, and without one trident.yarn.mode.");
  }

  /** Returns the queue whose mode a key is, or null. */
  static @Nullable String queueOfMode(String key) {
    boolean matches =
        key.startsWith(QUEUE_PREFIX)
            && key.endsWith(MODE_SUFFIX)
            && key.length() > QUEUE_PREFIX.length() + MODE_SUFFIX.length();
    return matches
        ? key.substring(QUEUE_PREFIX.length(), key.length() - MODE_SUFFIX.length())
        : null;
  }

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(
        MODE,
        modeOf("<queue path>"),
        PLAN_MAX_AGE_MS,
        PLANNING_PERCENT,
        MAX_ENTRIES,
        IN_FLIGHT_TIMEOUT_MS);
  }
}
