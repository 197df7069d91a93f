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

import java.util.EnumMap;
import java.util.Map;

/** Counts what a load got of its scheduler. Not thread-safe. */
final class LoadCounters {
  private final Map<Place, Long> places = new EnumMap<>(Place.class);
  private final Samples waits = new Samples();
  private long asked;
  private long started;
  private long ended;
  private long standing;
  private long givenBack;
  private long busySlots;
  private long busyTimes;

  /** An application was submitted that will use so many containers. */
  void containersAsked(int containers) {
    asked += containers;
  }

  void placed(Place place) {
    places.merge(place, 1L, Long::sum);
  }

  void givenBack() {
    givenBack++;
  }

  /**
   * A container was put to use.
   *
   * @param waitMillis how long it had been asked for
   */
  void containerStarted(long waitMillis) {
    started++;
    waits.add(waitMillis);
  }

  /** A container was put to use by an application that is there all the time. */
  void standingContainerStarted() {
    standing++;
  }

  void containerEnded() {
    ended++;
  }

  /** So many slots are busy now. */
  void busy(long slots) {
    busySlots += slots;
    busyTimes++;
  }

  /** Forgets what was placed where, how long it waited and how busy the slots were. */
  void forgetStatistics() {
    places.clear();
    waits.clear();
    busySlots = 0;
    busyTimes = 0;
  }

  /** Containers that the applications submitted so far use in all. */
  long asked() {
    return asked;
  }

  /** Containers put to use. */
  long started() {
    return started;
  }

  /** Containers put to use by applications that are there all the time. */
  long standing() {
    return standing;
  }

  /** Containers that have done their work. */
  long ended() {
    return ended;
  }

  /** Containers that nobody needed. */
  long givenBackContainers() {
    return givenBack;
  }

  /** How long the containers put to use had been asked for, in milliseconds. */
  Samples waits() {
    return waits;
  }

  /** The mean number of busy slots. */
  double meanBusySlots() {
    return busyTimes == 0 ? Double.NaN : (double) busySlots / busyTimes;
  }

  /** The share of the maps that got a place; NaN if none was placed. */
  double share(Place place) {
    long all = places.values().stream().mapToLong(Long::longValue).sum();
    return all == 0 ? Double.NaN : (double) places.getOrDefault(place, 0L) / all;
  }
}
