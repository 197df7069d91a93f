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

import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What past jobs taught: samples of tasks by class of jobs, the platform's times and its devices'
 * rates. Immutable, of bounded size: the latest {@value #MAX_SAMPLES} samples of each of the latest
 * {@value #MAX_CLASSES} classes, and the latest {@value #MAX_TIMES} observations of each time and
 * rate.
 *
 * @param tasks samples by class of jobs, oldest first
 * @param times observations in seconds, oldest first
 * @param rates observed bandwidths of the tiers in bytes per second, oldest first
 */
public record LearnedModel(
    Map<String, List<TaskSample>> tasks,
    Map<PlatformTime, List<Double>> times,
    Map<StorageTier, List<Double>> rates) {
  /** Nothing learned yet: the paper's constants. */
  public static final LearnedModel EMPTY = new LearnedModel(Map.of(), Map.of(), Map.of());

  private static final int MAX_SAMPLES = 256;
  private static final int MAX_CLASSES = 500;
  private static final int MAX_TIMES = 64;

  public LearnedModel {
    LinkedHashMap<String, List<TaskSample>> latest = new LinkedHashMap<>();
    int skip = tasks.size() - MAX_CLASSES;
    for (Map.Entry<String, List<TaskSample>> entry : tasks.entrySet()) {
      if (skip-- <= 0) {
        latest.put(entry.getKey(), latest(entry.getValue(), MAX_SAMPLES));
      }
    }
    tasks = Collections.unmodifiableMap(latest);
    EnumMap<PlatformTime, List<Double>> copy = new EnumMap<>(PlatformTime.class);
    times.forEach((time, seconds) -> copy.put(time, latest(seconds, MAX_TIMES)));
    times = Collections.unmodifiableMap(copy);
    EnumMap<StorageTier, List<Double>> bandwidths = new EnumMap<>(StorageTier.class);
    rates.forEach((tier, observed) -> bandwidths.put(tier, latest(observed, MAX_TIMES)));
    rates = Collections.unmodifiableMap(bandwidths);
  }

  /** Returns this with samples of one job, which becomes the latest of its class. */
  public LearnedModel withTasks(String jobClass, List<TaskSample> samples) {
    LinkedHashMap<String, List<TaskSample>> more = new LinkedHashMap<>(tasks);
    List<TaskSample> known = new ArrayList<>(tasks.getOrDefault(jobClass, List.of()));
    more.remove(jobClass);
    samples.stream().filter(TaskSample::isUsable).forEach(known::add);
    if (!known.isEmpty()) {
      more.put(jobClass, known);
    }
    return new LearnedModel(more, times, rates);
  }

  /** Returns this with one more observation; itself if that is no time. */
  public LearnedModel withTime(PlatformTime time, double seconds) {
    if (!(seconds >= 0) || Double.isInfinite(seconds)) {
      return this;
    }
    EnumMap<PlatformTime, List<Double>> more = new EnumMap<>(PlatformTime.class);
    more.putAll(times);
    List<Double> known = new ArrayList<>(times.getOrDefault(time, List.of()));
    known.add(seconds);
    more.put(time, known);
    return new LearnedModel(tasks, more, rates);
  }

  /** Returns this with one more observation; itself if that is no rate. */
  public LearnedModel withRate(StorageTier tier, double bytesPerSecond) {
    if (!(bytesPerSecond > 0) || Double.isInfinite(bytesPerSecond)) {
      return this;
    }
    EnumMap<StorageTier, List<Double>> more = new EnumMap<>(StorageTier.class);
    more.putAll(rates);
    List<Double> known = new ArrayList<>(rates.getOrDefault(tier, List.of()));
    known.add(bytesPerSecond);
    more.put(tier, known);
    return new LearnedModel(tasks, times, more);
  }

  /** Returns what was learned of the platform, without any class of jobs. */
  public LearnedModel platform() {
    return new LearnedModel(Map.of(), times, rates);
  }

  /** Returns the cpu-time model of a class of jobs; the default one if it is not known. */
  public CpuTimeModel cpu(String jobClass) {
    return cpu(jobClass, CpuTimeModel.DEFAULT);
  }

  /**
   * Returns the cpu-time model of a class of jobs.
   *
   * @param unknown the one to use if the class is not known
   */
  public CpuTimeModel cpu(String jobClass, CpuTimeModel unknown) {
    List<TaskSample> samples = tasks.getOrDefault(jobClass, List.of());
    return samples.isEmpty() ? unknown : CpuTimeFit.of(samples);
  }

  /**
   * Returns the platform's times: the median of the observations of each.
   *
   * @param unknown those to use where there is no observation
   */
  public TimeConstants times(TimeConstants unknown) {
    return new TimeConstants(
        median(PlatformTime.TIME_TO_INIT_CACHE, unknown.timeToInitCache()),
        median(PlatformTime.TIME_TO_INIT, unknown.timeToInit()),
        median(PlatformTime.TIME_TO_SCHEDULE, unknown.timeToSchedule()));
  }

  /**
   * Returns the rates of the tiers: the median of the observations of each.
   *
   * @param unknown those to use where there is no observation
   */
  public TierRates rates(TierRates unknown) {
    TierRates known = unknown;
    for (Map.Entry<StorageTier, List<Double>> entry : rates.entrySet()) {
      double rate = median(entry.getValue(), unknown.of(entry.getKey()));
      known = known.with(entry.getKey(), rate > 0 ? rate : unknown.of(entry.getKey()));
    }
    return known;
  }

  private double median(PlatformTime time, double unknown) {
    return median(times.getOrDefault(time, List.of()), unknown);
  }

  private static double median(List<Double> observed, double unknown) {
    double[] usable =
        observed.stream()
            .mapToDouble(Double::doubleValue)
            .filter(value -> value >= 0 && Double.isFinite(value))
            .toArray();
    return usable.length == 0 ? unknown : StatUtils.percentile(usable, 50);
  }

  private static <T> List<T> latest(List<T> list, int most) {
    return List.copyOf(list.subList(Math.max(0, list.size() - most), list.size()));
  }
}
