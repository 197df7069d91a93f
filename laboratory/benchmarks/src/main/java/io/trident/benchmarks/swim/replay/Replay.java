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
package io.trident.benchmarks.swim.replay;

import io.trident.benchmarks.swim.replay.ReplayWorkload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Submits the jobs of a workload at their times.
 *
 * <p>A job that is due waits for one of the client's places, and for the job that writes its input;
 * that makes it late, which is counted, and does not change when the jobs after it are due. Jobs
 * are taken in order, and one that waits for its writer has a place that the writer had before it,
 * so none waits for ever.
 */
public final class Replay {
  private static final double NANOS = 1e9;

  private final JobService service;
  private final ReplayClock clock;
  private final double speedUp;
  private final int places;

  /**
   * @param service runs the jobs
   * @param speedUp what the times of the trace are divided by; positive
   * @param places jobs that the client has under way at once; at least 1
   */
  public Replay(JobService service, ReplayClock clock, double speedUp, int places) {
    if (!(speedUp > 0) || Double.isInfinite(speedUp) || places < 1) {
      throw new IllegalArgumentException(
          "The speed-up (%s) must be positive and finite, the jobs at once (%d) at least 1."
              .formatted(speedUp, places));
    }
    this.service = service;
    this.clock = clock;
    this.speedUp = speedUp;
    this.places = places;
  }

  /** Receives how far a replay is, from several threads, one at a time. */
  @FunctionalInterface
  public interface Progress {
    /**
     * A job ended.
     *
     * @param ended jobs that have ended
     * @param failed those of them that failed
     * @param job the last of them
     */
    void ended(int ended, int failed, ReplayedJob job);
  }

  /**
   * Runs a workload to the end of its last job.
   *
   * @return what became of the jobs, in the order of submission
   */
  public List<ReplayedJob> run(List<Step> steps, Progress progress) throws InterruptedException {
    Counted counted = new Counted(progress);
    Semaphore free = new Semaphore(places);
    Map<String, CompletableFuture<ReplayedJob>> byName = new HashMap<>();
    List<CompletableFuture<ReplayedJob>> all = new ArrayList<>(steps.size());
    ExecutorService pool = Executors.newFixedThreadPool(places);
    try {
      long start = clock.nanoTime();
      for (Step step : steps) {
        double due = step.job().submitSeconds() / speedUp;
        clock.sleep(start + Math.round(due * NANOS) - clock.nanoTime());
        free.acquire();
        double late = (clock.nanoTime() - start) / NANOS - due;
        CompletableFuture<ReplayedJob> writer = byName.get(step.writer());
        CompletableFuture<ReplayedJob> job = new CompletableFuture<>();
        pool.execute(
            () -> {
              try {
                ReplayedJob ended = run(step, writer, start, due, late);
                counted.ended(ended);
                job.complete(ended);
              } catch (InterruptedException | ExecutionException | RuntimeException e) {
                job.completeExceptionally(e);
              } finally {
                free.release();
              }
            });
        byName.put(step.job().name(), job);
        all.add(job);
      }
      List<ReplayedJob> ended = new ArrayList<>(all.size());
      for (CompletableFuture<ReplayedJob> job : all) {
        ended.add(job.get());
      }
      return ended;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A job could not be followed", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private ReplayedJob run(
      Step step,
      @Nullable CompletableFuture<ReplayedJob> writer,
      long start,
      double due,
      double lateForPlace)
      throws InterruptedException, ExecutionException {
    boolean hasInput = writer == null || writer.get().succeeded();
    double late = writer == null ? lateForPlace : (clock.nanoTime() - start) / NANOS - due;
    ReplayedJob ended =
        hasInput
            ? service.run(step)
            : ReplayedJob.failed(
                step, 0, "job %s, which writes its input, failed".formatted(step.writer()));
    return ended.submitted(due, Math.max(0, late));
  }

  private static final class Counted {
    private final Progress progress;
    private int ended;
    private int failed;

    Counted(Progress progress) {
      this.progress = progress;
    }

    synchronized void ended(ReplayedJob job) {
      ended++;
      failed += job.succeeded() ? 0 : 1;
      progress.ended(ended, failed, job);
    }
  }
}
