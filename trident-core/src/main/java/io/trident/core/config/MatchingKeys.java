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
package io.trident.core.config;

import io.trident.core.matching.CertifyMode;
import java.util.List;

/** {@code trident.matching.*}: how tasks are matched to slots, the same keys in every host. */
public final class MatchingKeys {
  /** Whether matchings are checked. */
  public static final ConfigKey<CertifyMode> CERTIFY =
      ConfigKey.enumKey(
          "trident.matching.certify",
          CertifyMode.OFF,
          "Whether each matching is checked to be optimal by its dual solution before it is used:"
              + " off, or certify. One that fails is not used; the host then schedules as without"
              + " Trident.");

  /** How long a matching may take. */
  public static final ConfigKey<Long> WORK_BUDGET =
      ConfigKey.longKey(
          "trident.matching.work-budget",
          20_000_000L,
          1L,
          Long.MAX_VALUE,
          "How many steps of search one matching may take, at some 30 nanoseconds each, before it"
              + " ends with the best that it has: still every slot that a task can use, and a bound"
              + " of what it costs above the least. A hundred thousand tasks take 2 million.");

  private MatchingKeys() {}

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(CERTIFY, WORK_BUDGET);
  }
}
