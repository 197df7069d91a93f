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

import io.trident.benchmarks.results.RunKey;
import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.benchmarks.workloads.Profile;
import io.trident.core.text.EnumNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which runs a comparison consists of, and in which order. */
final class ComparePlan {
  private ComparePlan() {}

  /**
   * A workload of some size.
   *
   * @param profile a profile's name, or the amount
   * @param amount in the application's unit
   */
  record Work(Application application, String profile, long amount) {
    /**
     * Reads {@code WORKLOAD} or {@code WORKLOAD:AMOUNT}.
     *
     * @param profile the size if no amount is given, and what an amount is called if one is; null
     *     for the small one, and for amounts that are called by their number
     * @throws IllegalArgumentException if there is no such workload, or the amount is no number
     */
    static Work of(String text, @Nullable Profile profile) {
      String[] parts = text.split(":", 2);
      Application application = application(parts[0]);
      if (parts.length == 1) {
        Profile size = profile == null ? Profile.SMALL : profile;
        return new Work(application, label(size), application.amount(size));
      }
      long amount;
      try {
        amount = Long.parseLong(parts[1].replace("_", ""));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "The amount of '%s' must be a whole number of %s".formatted(text, application.unit()),
            e);
      }
      return new Work(
          application, profile == null ? Long.toString(amount) : label(profile), amount);
    }

    private static String label(Profile profile) {
      return EnumNames.dashed(profile);
    }

    private static Application application(String label) {
      return EnumNames.find(Application.class, label)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "There is no workload '%s'; there are %s."
                          .formatted(label, EnumNames.list(Application.class))));
    }
  }

  /**
   * A run, and what it takes.
   *
   * @param key its place in the comparison
   */
  record Run(Work work, Setup setup, RunKey key) {
    SchedulingPolicy policy() {
      return setup.policy();
    }

    EngineName engine() {
      return EngineName.of(key.engine());
    }
  }

  /**
   * Returns all runs, interleaved: each repetition runs everything once, so that all setups meet
   * the machine in the same moods. Setups that need the same ResourceManager stay together, as it
   * has to be restarted between; which ones begin changes from repetition to repetition, and so
   * does the order within.
   *
   * @throws IllegalArgumentException if the engine does not have all workloads, or prefetchers are
   *     not measured on it
   */
  static List<Run> of(EngineName engine, List<Work> works, List<Setup> setups, int repetitions) {
    works.forEach(work -> engine.requireApplication(work.application()));
    if (engine != EngineName.MAPREDUCE && setups.stream().anyMatch(Setup::prefetches)) {
      throw new IllegalArgumentException(
          "Prefetchers are compared on %s only.".formatted(EngineName.MAPREDUCE.label()));
    }
    List<Run> runs = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      List<List<Setup>> groups = byResourceManager(engine, setups);
      if (repetition % 2 == 0) {
        Collections.reverse(groups);
      }
      for (List<Setup> group : groups) {
        List<Setup> turned = new ArrayList<>(group);
        Collections.rotate(turned, 1 - repetition);
        for (Work work : works) {
          for (Setup setup : turned) {
            runs.add(
                new Run(
                    work,
                    setup,
                    new RunKey(
                        engine.label(),
                        work.application().label(),
                        work.profile(),
                        setup.policy().label(),
                        setup.prefetcher().label(),
                        repetition)));
          }
        }
      }
    }
    return runs;
  }

  private static List<List<Setup>> byResourceManager(EngineName engine, List<Setup> setups) {
    List<List<Setup>> groups = new ArrayList<>();
    if (engine == EngineName.MAPREDUCE) {
      groups.add(setups.stream().filter(setup -> setup.policy().placesByPreference()).toList());
      groups.add(setups.stream().filter(setup -> !setup.policy().placesByPreference()).toList());
    } else {
      groups.add(setups); // which need none
    }
    return groups;
  }
}
