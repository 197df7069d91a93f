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
package io.trident.cli.calibrate;

import io.trident.core.model.StorageTier;

/**
 * What was measured with one block.
 *
 * @param tier the medium of its one replica
 * @param node the DataNode that holds it
 * @param writeSeconds how long writing it took
 * @param firstSeconds how long the first read took
 * @param againSeconds how long the read after it took, which the page cache may have served
 */
record BlockTimes(
    StorageTier tier,
    String node,
    Distance distance,
    long bytes,
    double writeSeconds,
    double firstSeconds,
    double againSeconds) {
  double writeRate() {
    return rate(writeSeconds);
  }

  double firstRate() {
    return rate(firstSeconds);
  }

  double againRate() {
    return rate(againSeconds);
  }

  private double rate(double seconds) {
    return bytes / Math.max(1e-6, seconds);
  }
}
