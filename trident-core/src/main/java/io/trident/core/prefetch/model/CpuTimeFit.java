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

import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Fits a cpu-time model to past tasks: least squares (Trident paper, section 4.1), made robust.
 *
 * <ul>
 *   <li>Unusable samples do not count; nor do outliers such as stragglers, whose residuals are more
 *       than {@value #OUTLIER} times the median of all residuals' sizes.
 *   <li>Tasks of one length do not separate fixed time from time per byte: the line goes through
 *       the origin. So it does if the best line starts below it.
 *   <li>If longer tasks took less, length does not matter: the time is the mean.
 *   <li>Without a sample it is {@link CpuTimeModel#DEFAULT}.
 * </ul>
 */
public final class CpuTimeFit {
  private static final double OUTLIER = 6;
  private static final int FEWEST_FOR_OUTLIERS = 5;

  private CpuTimeFit() {}

  /** Returns the model of a class of jobs. O(n log n). */
  public static CpuTimeModel of(List<TaskSample> samples) {
    List<TaskSample> usable = samples.stream().filter(TaskSample::isUsable).toList();
    CpuTimeModel first = line(usable);
    if (usable.size() < FEWEST_FOR_OUTLIERS) {
      return first;
    }
    double[] residuals = usable.stream().mapToDouble(sample -> residual(first, sample)).toArray();
    double limit = OUTLIER * StatUtils.percentile(residuals, 50);
    return line(usable.stream().filter(sample -> residual(first, sample) <= limit).toList());
  }

  private static double residual(CpuTimeModel model, TaskSample sample) {
    return Math.abs(sample.cpuSeconds() - model.seconds(sample.bytes()));
  }

  private static CpuTimeModel line(List<TaskSample> samples) {
    if (samples.isEmpty()) {
      return CpuTimeModel.DEFAULT;
    }
    SimpleRegression free = new SimpleRegression();
    double seconds = 0;
    double bytes = 0;
    for (TaskSample sample : samples) {
      free.addData(sample.bytes(), sample.cpuSeconds());
      seconds += sample.cpuSeconds();
      bytes += sample.bytes();
    }
    double slope = free.getSlope();
    double intercept = free.getIntercept();
    if (slope >= 0 && intercept >= 0) {
      return new CpuTimeModel(intercept, slope);
    }
    double mean = seconds / samples.size();
    if (slope < 0) {
      return new CpuTimeModel(mean, 0);
    }
    if (bytes == 0) {
      return new CpuTimeModel(mean, CpuTimeModel.DEFAULT.secondsPerByte());
    }
    return new CpuTimeModel(0, seconds / bytes);
  }
}
