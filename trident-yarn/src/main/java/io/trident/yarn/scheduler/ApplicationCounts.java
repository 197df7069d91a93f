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
package io.trident.yarn.scheduler;

import io.trident.core.text.EnumNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * What was done for one application, at all its priorities; its allocators come and go.
 * Thread-safe.
 */
final class ApplicationCounts {
  private final AtomicLongArray fallbacks = new AtomicLongArray(FallbackReason.values().length);
  private final AtomicLong plans = new AtomicLong();
  private final AtomicLong containers = new AtomicLong();
  private final ApplicationEntries entries = new ApplicationEntries();

  /** The counts of the applications that were seen last. Thread-safe. */
  static final class Table {
    /** Of more, those of the application that was seen first are forgotten. */
    private static final int MOST = 10_000;

    private final Map<ApplicationId, ApplicationCounts> byApplication =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<ApplicationId, ApplicationCounts> eldest) {
            return size() > MOST;
          }
        };

    synchronized ApplicationCounts of(ApplicationId application) {
      return byApplication.computeIfAbsent(application, id -> new ApplicationCounts());
    }

    synchronized @Nullable ApplicationCounts find(ApplicationId application) {
      return byApplication.get(application);
    }
  }

  void fallback(FallbackReason reason) {
    fallbacks.incrementAndGet(reason.ordinal());
  }

  void planMade() {
    plans.incrementAndGet();
  }

  /** Returns what is kept of the application's maps. */
  ApplicationEntries entries() {
    return entries;
  }

  void containerPlaced() {
    containers.incrementAndGet();
  }

  long plans() {
    return plans.get();
  }

  long containers() {
    return containers.get();
  }

  /** Returns the reasons for which offers were left to stock, and how often. */
  Map<String, Long> fallbacks() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (FallbackReason reason : FallbackReason.values()) {
      long count = fallbacks.get(reason.ordinal());
      if (count > 0) {
        counts.put(EnumNames.dashed(reason), count);
      }
    }
    return counts;
  }
}
