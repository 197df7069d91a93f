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
package io.trident.lab.swim;

import io.trident.benchmarks.swim.replay.Replay;
import io.trident.benchmarks.swim.replay.ReplayWorkload;
import io.trident.benchmarks.swim.replay.ReplayedJob;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Reports which jobs fail, and every few seconds how many have ended and how long the rest may
 * take.
 */
final class ReplayProgress implements Replay.Progress {
  private static final double INTERVAL_SECONDS = 10;
  private static final double NANOS = 1e9;

  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private final long start;
  private final int jobs;
  private final double lastDueSeconds;
  private double nextSeconds = INTERVAL_SECONDS;
  private double sumSeconds;

  /** Starts now. */
  ReplayProgress(
      PrintWriter out, LongSupplier nanoTime, List<ReplayWorkload.Step> steps, double speedUp) {
    this.out = out;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
    jobs = steps.size();
    lastDueSeconds =
        steps.isEmpty() ? 0 : steps.get(steps.size() - 1).job().submitSeconds() / speedUp;
  }

  @Override
  public void ended(int ended, int failed, ReplayedJob job) {
    double seconds = (nanoTime.getAsLong() - start) / NANOS;
    sumSeconds += job.seconds();
    if (!job.succeeded()) {
      out.printf(Locale.ROOT, "[%4.0f s] %s failed: %s%n", seconds, job.name(), job.failure());
      out.flush();
    }
    if (seconds >= nextSeconds) {
      nextSeconds = seconds + INTERVAL_SECONDS;
      out.printf(
          Locale.ROOT,
          "[%4.0f s] %d of %d jobs ended, %d failed; about %.0f s left%n",
          seconds,
          ended,
          jobs,
          failed,
          Math.max(
              lastDueSeconds - seconds + sumSeconds / ended, seconds / ended * (jobs - ended)));
      out.flush();
    }
  }
}
