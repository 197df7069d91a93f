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

import io.trident.benchmarks.swim.JobShape;
import io.trident.benchmarks.swim.SizeBin;
import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A workload as it is replayed.
 *
 * @param trace the jobs, by a recipe fit for the cluster that is imitated
 * @param recipe that recipe in words
 * @param shrink what all sizes are divided by once more, as the rates of a test bed are; at least
 *     1. The bin of a job is that of its size before, as the time that its reads take is
 * @param blockBytes length of the blocks of all files, as they are written; positive
 * @param reduceBytes what a reduce takes, about, as it is replayed; positive
 */
public record ReplayWorkload(
    SwimTrace trace, String recipe, double shrink, long blockBytes, long reduceBytes) {
  public ReplayWorkload {
    Objects.requireNonNull(recipe, "recipe");
    if (!(shrink >= 1) || Double.isInfinite(shrink)) {
      throw new IllegalArgumentException(
          "Sizes are divided by %s; give a number of at least 1.".formatted(shrink));
    }
    if (blockBytes < 1 || reduceBytes < 1) {
      throw new IllegalArgumentException(
          "Blocks (%d bytes) and reduces (%d bytes) must be positive."
              .formatted(blockBytes, reduceBytes));
    }
  }

  /**
   * A job as it is replayed.
   *
   * @param job with the sizes that it has here
   * @param bin of the size that it stands for
   * @param input what it reads, relative to the directory of the replay
   * @param output what it writes, relative to the directory of the replay
   * @param writer name of the job before that writes its input; empty if the input is there from
   *     the start
   * @param shape its maps and reduces
   */
  public record Step(
      SwimJob job, SizeBin bin, String input, String output, String writer, JobShape shape) {}

  /** Returns the recipe, and what the sizes are divided by beside, in words. */
  public String describe() {
    return shrink == 1 ? recipe : "%s; sizes of bytes 1:%s".formatted(recipe, shrink);
  }

  /** Returns the input files that no job before writes: relative path and length in bytes. */
  public Map<String, Long> inputs() {
    Map<String, Long> inputs = new LinkedHashMap<>();
    for (Step step : steps()) {
      if (step.writer().isEmpty()) {
        inputs.merge(step.input(), step.job().inputBytes(), Math::max);
      }
    }
    return inputs;
  }

  /** Returns all jobs, in the order of submission. */
  public List<Step> steps() {
    Map<String, Step> writers = new HashMap<>();
    Map<String, String> inputs = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    for (SwimJob job : trace.jobs()) {
      SwimJob here = shrunk(job);
      Step writer = job.inputPath().isEmpty() ? null : writers.get(job.inputPath());
      String path = job.inputPath().isEmpty() ? "input of " + job.name() : job.inputPath();
      String input =
          writer != null
              ? writer.output()
              : inputs.computeIfAbsent(path, any -> "input/%06d".formatted(inputs.size()));
      Step step =
          new Step(
              here,
              job.bin(),
              input,
              "output/%06d".formatted(steps.size()),
              writer == null ? "" : writer.job().name(),
              JobShape.of(here, blockBytes, reduceBytes));
      steps.add(step);
      if (!job.outputPath().isEmpty()) {
        writers.put(job.outputPath(), step);
      }
    }
    return steps;
  }

  /**
   * Returns the job to run, without counting it, where daemons have just started: of those whose
   * input is there from the start the first with the most maps, as its tasks reach the most nodes.
   * Empty if no job is such.
   */
  public Optional<Step> warmUp() {
    return steps().stream()
        .filter(step -> step.writer().isEmpty())
        .reduce((most, step) -> step.shape().maps() > most.shape().maps() ? step : most);
  }

  private SwimJob shrunk(SwimJob job) {
    return new SwimJob(
        job.name(),
        job.submitSeconds(),
        Math.round(job.inputBytes() / shrink),
        Math.round(job.shuffleBytes() / shrink),
        Math.round(job.outputBytes() / shrink),
        job.inputPath(),
        job.outputPath());
  }
}
