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
package io.trident.mapreduce.config;

import io.trident.core.config.ConfigKey;
import io.trident.core.placement.PolicyName;
import java.util.List;

/** {@code trident.mapreduce.*}: read by the application master from the job's configuration. */
public final class MapReduceKeys {
  /** Which policy places map tasks on containers. */
  public static final ConfigKey<PolicyName> POLICY =
      ConfigKey.enumKey(
          "trident.mapreduce.policy",
          PolicyName.TRIDENT,
          "Which policy assigns map tasks to the containers that the AM got. default leaves the"
              + " assignment to Hadoop's own code.");

  /** What an AM does without knowledge of tiers. */
  public static final ConfigKey<WithoutTiers> WITHOUT_TIERS =
      ConfigKey.enumKey(
          "trident.mapreduce.without-tiers",
          WithoutTiers.STOCK,
          "What an AM does that finds no job.trident beside the job: stock works as Hadoop's own"
              + " AM; locations matches by the hosts of the splits, as if all data were on disks.");

  /** How often tiers are looked up again. */
  public static final ConfigKey<Long> REFRESH_INTERVAL_MS =
      ConfigKey.longKey(
          "trident.mapreduce.refresh-interval-ms",
          5_000,
          100,
          3_600_000,
          "How often the AM looks up again where the input of waiting tasks is, in milliseconds.");

  /** How many splits one refresh looks up. */
  public static final ConfigKey<Integer> REFRESH_SPLITS =
      ConfigKey.intKey(
          "trident.mapreduce.refresh-splits",
          1_000,
          1,
          1_000_000,
          "How many waiting splits one refresh looks up at most; a larger job is refreshed in"
              + " turns.");

  /** How long the AM waits for the first look-up. */
  public static final ConfigKey<Long> FIRST_LOOKUP_WAIT_MS =
      ConfigKey.longKey(
          "trident.mapreduce.first-lookup-wait-ms",
          3_000,
          0,
          60_000,
          "How long the AM waits at its start for the first look-up of tiers, in milliseconds;"
              + " after that it goes on and sends better preferences once they are known.");

  /** Where explanations of placements are written. */
  public static final ConfigKey<String> PLACEMENTS_DIR =
      ConfigKey.textKey(
          "trident.mapreduce.placements-dir",
          "",
          "Directory (URI of any Hadoop file system) to which the AM writes one JSON line per"
              + " placed map task, as <job id>_<attempt>.placements.jsonl, and what was predicted of a"
              + " prefetched job and measured, as <job id>_<attempt>.prefetch.json. Empty: not"
              + " written.");

  /** The jar that an AM runs from. */
  public static final ConfigKey<String> AM_JAR =
      ConfigKey.textKey(
          "trident.mapreduce.am-jar",
          "",
          "Path on the client's machine of the jar that travels with a job to its AM. Empty: the"
              + " jar that the client's own classes are in. For programs that have Trident's"
              + " libraries on their class path instead of the one jar.");

  /** Whether Hadoop's own framework name selects Trident, too. */
  public static final ConfigKey<Boolean> FOR_YARN =
      ConfigKey.switchKey(
          "trident.mapreduce.for-yarn",
          false,
          "Whether jobs with mapreduce.framework.name=yarn are submitted with Trident, as those with"
              + " trident-yarn are. A client without Trident's jar submits them as stock. The jar"
              + " must come before Hadoop's on the client's class path (install.md); behind it,"
              + " the key has no effect.");

  private MapReduceKeys() {}

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(
        POLICY,
        WITHOUT_TIERS,
        REFRESH_INTERVAL_MS,
        REFRESH_SPLITS,
        FIRST_LOOKUP_WAIT_MS,
        PLACEMENTS_DIR,
        AM_JAR,
        FOR_YARN);
  }
}
