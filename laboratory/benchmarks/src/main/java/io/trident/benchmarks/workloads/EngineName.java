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
package io.trident.benchmarks.workloads;

import io.trident.core.text.EnumNames;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The engines by name, whether they are on the class path or not. */
public enum EngineName {
  MAPREDUCE(EnumSet.allOf(Application.class)),
  /** HiBench has no NutchIndex for it. */
  SPARK(EnumSet.complementOf(EnumSet.of(Application.NUTCHINDEX)));

  private final Set<Application> applications;

  EngineName(Set<Application> applications) {
    this.applications = Collections.unmodifiableSet(applications);
  }

  /**
   * Returns the engine of a label.
   *
   * @throws IllegalArgumentException listing all, if there is none
   */
  public static EngineName of(String label) {
    return EnumNames.find(EngineName.class, label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no engine '%s'; there are %s."
                        .formatted(label, EnumNames.list(EngineName.class))));
  }

  /** Returns the name used on the command line, in directories and in results. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /** Returns the applications that it has. */
  public Set<Application> applications() {
    return applications;
  }

  /**
   * Does nothing if it has an application.
   *
   * @throws IllegalArgumentException naming those that it has, if not
   */
  public void requireApplication(Application application) {
    if (!applications.contains(application)) {
      throw new IllegalArgumentException(
          "%s has no %s; it has %s."
              .formatted(
                  label(),
                  application.label(),
                  applications.stream().map(Application::label).collect(Collectors.joining(", "))));
    }
  }
}
