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
package io.trident.benchmarks.simulator;

import io.trident.core.placement.PolicyName;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.text.EnumNames;
import java.util.Locale;

/**
 * What is compared: who places tasks, where replicas are, and what is prefetched.
 *
 * <p>The Trident policy goes with Trident's allocation of containers (Algorithm 3), every other
 * with the Capacity scheduler's, as in the paper.
 *
 * @param policy places tasks
 * @param storage where replicas are
 * @param prefetcher chooses what is cached before it is read
 */
public record Setup(PolicyName policy, Storage storage, PrefetcherName prefetcher) {

  /**
   * Reads {@code policy[@storage][+prefetcher]}, such as {@code trident@disks+trident-delay};
   * storage is tiered and the prefetcher none if not given.
   *
   * @throws IllegalArgumentException if a part has no such name
   */
  public static Setup parse(String text) {
    String rest = text.trim();
    PrefetcherName prefetcher = PrefetcherName.NONE;
    int plus = rest.indexOf('+');
    if (plus >= 0) {
      prefetcher = find(PrefetcherName.class, rest.substring(plus + 1));
      rest = rest.substring(0, plus);
    }
    Storage storage = Storage.TIERED;
    int at = rest.indexOf('@');
    if (at >= 0) {
      storage = find(Storage.class, rest.substring(at + 1));
      rest = rest.substring(0, at);
    }
    return new Setup(find(PolicyName.class, rest), storage, prefetcher);
  }

  /** Returns the text that {@link #parse} reads. */
  public String label() {
    return policy.label()
        + (storage == Storage.TIERED ? "" : "@" + storage.label())
        + (prefetcher == PrefetcherName.NONE ? "" : "+" + prefetcher.label());
  }

  private static <E extends Enum<E>> E find(Class<E> type, String label) {
    return EnumNames.find(type, label.trim().toLowerCase(Locale.ROOT))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is none of %s.".formatted(label, EnumNames.list(type))));
  }
}
