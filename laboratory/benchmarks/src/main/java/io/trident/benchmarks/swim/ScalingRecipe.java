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
package io.trident.benchmarks.swim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a trace of one cluster is made fit for another. Every result that rests on a trace declares
 * its recipe: no published trace is used as it is.
 *
 * <p>Applied in this order: jobs outside of the window are left out; sizes are divided; jobs that
 * are then too large are left out; every n-th of the rest is kept; times are divided.
 *
 * @param windowSeconds only jobs that are submitted before this time are kept; positive, may be
 *     infinite
 * @param dataScale bytes are divided by it; positive. SWIM's own recipe is the ratio of cluster
 *     sizes
 * @param maxInputBytes jobs of this input size or more, after scaling, are left out; positive
 * @param keepEvery one of this many jobs is kept, the first first; at least 1
 * @param timeCompression times are divided by it; positive
 */
public record ScalingRecipe(
    double windowSeconds,
    double dataScale,
    long maxInputBytes,
    int keepEvery,
    double timeCompression) {

  /** The trace as it is. */
  public static final ScalingRecipe NONE =
      new ScalingRecipe(Double.POSITIVE_INFINITY, 1, Long.MAX_VALUE, 1, 1);

  public ScalingRecipe {
    if (!(windowSeconds > 0) || !(dataScale > 0) || !(timeCompression > 0)) {
      throw new IllegalArgumentException(
          "Window (%s s), data scale (%s) and time compression (%s) must be positive."
              .formatted(windowSeconds, dataScale, timeCompression));
    }
    if (maxInputBytes < 1 || keepEvery < 1) {
      throw new IllegalArgumentException(
          "The largest input (%d bytes) and the jobs of which one is kept (%d) must be at least 1."
              .formatted(maxInputBytes, keepEvery));
    }
  }

  /** Returns the scaled trace. */
  public SwimTrace apply(SwimTrace trace) {
    List<SwimJob> kept = new ArrayList<>();
    long candidates = 0;
    for (SwimJob job : trace.jobs()) {
      if (job.submitSeconds() >= windowSeconds) {
        continue;
      }
      SwimJob scaled =
          new SwimJob(
              job.name(),
              job.submitSeconds() / timeCompression,
              Math.round(job.inputBytes() / dataScale),
              Math.round(job.shuffleBytes() / dataScale),
              Math.round(job.outputBytes() / dataScale),
              job.inputPath(),
              job.outputPath());
      if (scaled.inputBytes() < maxInputBytes && candidates++ % keepEvery == 0) {
        kept.add(scaled);
      }
    }
    return new SwimTrace(trace.source(), kept);
  }

  /** Returns the recipe in words. */
  public String describe() {
    if (equals(NONE)) {
      return "unscaled";
    }
    List<String> parts = new ArrayList<>();
    if (!Double.isInfinite(windowSeconds)) {
      parts.add(String.format(Locale.ROOT, "the first %.0f s", windowSeconds));
    }
    if (dataScale != 1) {
      parts.add(String.format(Locale.ROOT, "data 1:%s", number(dataScale)));
    }
    if (maxInputBytes != Long.MAX_VALUE) {
      parts.add(
          String.format(Locale.ROOT, "inputs below %.0f MB", maxInputBytes / (double) (1 << 20)));
    }
    if (keepEvery != 1) {
      parts.add("1 job of %d".formatted(keepEvery));
    }
    if (timeCompression != 1) {
      parts.add(String.format(Locale.ROOT, "time 1:%s", number(timeCompression)));
    }
    return String.join(", ", parts);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.valueOf(value);
  }
}
