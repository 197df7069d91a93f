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
package io.trident.lab.workload;

import io.trident.benchmarks.workloads.WorkloadEngine;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The engines on the class path. */
public final class Engines {
  private Engines() {}

  /** Returns them by name. */
  static List<WorkloadEngine> all() {
    return ServiceLoader.load(WorkloadEngine.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(WorkloadEngine::name))
        .toList();
  }

  /**
   * Returns the engine of a name.
   *
   * @throws IllegalArgumentException listing all names, if there is none
   */
  public static WorkloadEngine of(String name) {
    return all().stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no engine '%s'; it must be one of: %s"
                        .formatted(
                            name,
                            all().stream()
                                .map(WorkloadEngine::name)
                                .collect(Collectors.joining(", ")))));
  }
}
