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
package io.trident.core.request;

import java.util.Objects;

/**
 * One resource request of an application at one priority (paper, section 3.2).
 *
 * @param resourceName a node name, a rack name, or {@link #ANY}
 * @param containers how many containers are wanted there; not negative
 * @param preferences which tier scores they are for; empty if unknown
 */
public record ContainerAsk(String resourceName, int containers, PreferenceMap preferences) {
  /** The resource name of a request that any node can serve. */
  public static final String ANY = "*";

  public ContainerAsk {
    Objects.requireNonNull(resourceName, "resourceName");
    Objects.requireNonNull(preferences, "preferences");
    if (containers < 0) {
      throw new IllegalArgumentException(
          "The request on %s asks for a negative number of containers: %d"
              .formatted(resourceName, containers));
    }
  }

  /**
   * Returns this request after it was served with one container of the given score; see {@link
   * PreferenceMap#minus}. A request for no container stays as it is.
   */
  public ContainerAsk minusOne(double score) {
    if (containers == 0) {
      return this;
    }
    PreferenceMap rest = preferences.minus(score).limitedTo(containers - 1);
    return new ContainerAsk(resourceName, containers - 1, rest);
  }
}
