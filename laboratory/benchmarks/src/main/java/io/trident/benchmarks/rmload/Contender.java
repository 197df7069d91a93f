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
package io.trident.benchmarks.rmload;

import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;

/** Hadoop's scheduler or Trident's, and what applications ask it for. */
enum Contender {
  /** Hadoop's; requests without preference maps. */
  STOCK("stock"),

  /** Trident's; the requests of maps carry preference maps. */
  TRIDENT("Trident"),

  /** Trident's, with the very requests that the stock scheduler is sent. */
  TRIDENT_WITHOUT_MAPS("Trident, no maps");

  private final String label;

  Contender(String label) {
    this.label = label;
  }

  /**
   * Makes a scheduler that is not initialised.
   *
   * @param nanoClock its time, where it can be given one
   */
  AbstractYarnScheduler<?, ?> scheduler(HostScheduler host, LongSupplier nanoClock) {
    return this == STOCK ? host.stock() : host.trident(nanoClock);
  }

  boolean sendsMaps() {
    return this == TRIDENT;
  }

  String label() {
    return label;
  }
}
