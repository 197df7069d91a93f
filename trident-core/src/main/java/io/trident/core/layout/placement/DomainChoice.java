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
package io.trident.core.layout.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** Gives each dimension of a file a failure domain. */
public final class DomainChoice {
  private static final int NONE = -1;

  private DomainChoice() {}

  /**
   * Returns a domain for each dimension, none twice. A dimension that is joined with one of another
   * file gets that one's domain, so that its partitions can be in the same racks. The others get
   * the domains with the fewest bytes of those that are left.
   *
   * @param joined for each dimension the domain of the one that it is joined with, if there is one
   * @param bytes what each domain holds by now; as many as there are domains
   * @throws IllegalArgumentException if two dimensions are joined with ones of one domain, or there
   *     are fewer domains than dimensions
   */
  public static List<Integer> choose(List<OptionalInt> joined, long... bytes) {
    if (joined.size() > bytes.length) {
      throw new IllegalArgumentException(
          "A file of %d dimensions needs as many failure domains, and there are %d."
              .formatted(joined.size(), bytes.length));
    }
    int[] dimensionIn = new int[bytes.length];
    Arrays.fill(dimensionIn, NONE);
    for (int d = 0; d < joined.size(); d++) {
      if (joined.get(d).isPresent()) {
        int domain = joined.get(d).getAsInt();
        if (dimensionIn[domain] != NONE) {
          throw new IllegalArgumentException(
              "Dimensions %d and %d are joined with dimensions of one failure domain (%d), and must"
                      .formatted(dimensionIn[domain], d, domain)
                  + " not be in one themselves; join one of them only.");
        }
        dimensionIn[domain] = d;
      }
    }
    List<Integer> chosen = new ArrayList<>();
    for (int d = 0; d < joined.size(); d++) {
      int domain = joined.get(d).orElseGet(() -> emptiest(dimensionIn, bytes));
      dimensionIn[domain] = d;
      chosen.add(domain);
    }
    return chosen;
  }

  private static int emptiest(int[] dimensionIn, long[] bytes) {
    int emptiest = NONE;
    for (int domain = 0; domain < bytes.length; domain++) {
      if (dimensionIn[domain] == NONE && (emptiest == NONE || bytes[domain] < bytes[emptiest])) {
        emptiest = domain;
      }
    }
    return emptiest;
  }
}
