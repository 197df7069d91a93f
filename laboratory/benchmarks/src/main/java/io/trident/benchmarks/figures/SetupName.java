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
package io.trident.benchmarks.figures;

/** What setups are called in figures: by the paper's names. */
final class SetupName {
  private SetupName() {}

  /** Returns the name of a setup, of its scheduler and file system, or scheduler and prefetcher. */
  static String of(String setup) {
    int plus = setup.indexOf('+');
    String placed = plus < 0 ? setup : setup.substring(0, plus);
    int at = placed.indexOf('@');
    String policy = at < 0 ? placed : placed.substring(0, at);
    String scheduler =
        switch (policy) {
          case "default" -> "Default";
          case "h-scheduler" -> "H-Scheduler";
          case "quartet" -> "Quartet";
          case "trident" -> "Trident";
          default -> policy;
        };
    if (plus < 0) {
      return scheduler + (at < 0 ? ", tiered" : ", disks");
    }
    String prefetcher = setup.substring(plus + 1);
    return "S: "
        + scheduler
        + ", P: "
        + switch (prefetcher) {
          case "prefetch-all" -> "PrefetchAll";
          case "trident" -> "Trident-D";
          case "trident-delay" -> "Trident+D";
          case "oracle" -> "Oracle";
          default -> prefetcher;
        };
  }
}
