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
package io.trident.core.prefetch.model;

/**
 * How long the steps of a platform take that do not depend on the data (Trident paper, section
 * 4.1). They follow from heartbeat intervals and are best measured. All are in seconds, finite and
 * not negative.
 *
 * @param timeToInitCache from a caching request until a DataNode starts to read
 * @param timeToInit from the submission of a job until its first task may be scheduled
 * @param timeToSchedule from a free slot until a task on it begins to read: where a task is a
 *     process of its own, the start of the process included
 */
public record TimeConstants(double timeToInitCache, double timeToInit, double timeToSchedule) {
  /** The paper's: 1, 2 and 1 seconds. */
  public static final TimeConstants DEFAULT = new TimeConstants(1, 2, 1);

  public TimeConstants {
    check("TimeToInitCache", timeToInitCache);
    check("TimeToInit", timeToInit);
    check("TimeToSchedule", timeToSchedule);
  }

  private static void check(String name, double seconds) {
    if (!Double.isFinite(seconds) || seconds < 0) {
      throw new IllegalArgumentException(
          "%s is %s s; give a finite time that is not negative.".formatted(name, seconds));
    }
  }
}
