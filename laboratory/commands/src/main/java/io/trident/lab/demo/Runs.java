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
package io.trident.lab.demo;

import java.util.ArrayList;
import java.util.List;

/** The order and the number format that table and report share. */
final class Runs {
  private Runs() {}

  /** Returns the runs job by job, in the order of the schedulers. */
  static List<DemoRun> ordered(DemoResult result) {
    List<DemoRun> ordered = new ArrayList<>();
    for (String job : result.jobs()) {
      for (String scheduler : result.schedulers()) {
        result.run(scheduler, job).ifPresent(ordered::add);
      }
    }
    return ordered;
  }

  /** Returns a cost without a useless fraction. */
  static String number(double value) {
    return value == Math.rint(value) ? "%.0f".formatted(value) : "%.1f".formatted(value);
  }
}
