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

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** The counters of a metrics source, which can be read beside its snapshots. */
final class Counters {
  private final MetricsRegistry registry;
  private final Map<String, MutableCounterLong> byName = new LinkedHashMap<>();

  Counters(MetricsRegistry registry) {
    this.registry = registry;
  }

  MutableCounterLong add(String name, String description) {
    MutableCounterLong counter = registry.newCounter(Interns.info(name, description), 0L);
    byName.put(name, counter);
    return counter;
  }

  Map<String, Long> values() {
    Map<String, Long> values = new LinkedHashMap<>();
    byName.forEach((name, counter) -> values.put(name, counter.value()));
    return values;
  }
}
