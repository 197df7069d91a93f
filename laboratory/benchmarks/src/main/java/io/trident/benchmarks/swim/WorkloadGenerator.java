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
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Generates a workload with given statistics, by a seed: the same seed, the same trace.
 *
 * <p>The number of jobs in each bin, the bytes that they read, the number of files and how often
 * each is read are met exactly (bytes to rounding); times of submission, sizes in a bin, shuffle
 * and output are random. The size of the files that exist from the start follows from which of them
 * are popular: of some draws of all sizes the one is taken that comes nearest to the profile's.
 * Times are uniform over the workload's. Jobs read a generated file no earlier than {@link
 * #WRITTEN_BEFORE_SECONDS} after the submission of its writer.
 */
public final class WorkloadGenerator {
  /** How long before its first reader the writer of a file is submitted, in seconds, at least. */
  public static final double WRITTEN_BEFORE_SECONDS = 600;

  /** The share of the workload's time in which no job reads a generated file. */
  private static final double ONLY_EXISTING = 0.1;

  private static final double SPREAD = 1.0;
  private static final int CORRECTIONS = 20;
  private static final int DRAWS = 64;

  private final WorkloadProfile profile;
  private final Random random;
  private final long seed;

  private WorkloadGenerator(WorkloadProfile profile, long seed) {
    this.profile = profile;
    this.seed = seed;
    random = new Random(seed);
  }

  /** Generates a workload. */
  public static SwimTrace generate(WorkloadProfile profile, long seed) {
    return new WorkloadGenerator(profile, seed).run();
  }

  /** An input file while it is being planned. */
  private static final class Input {
    private final SizeBin bin;
    private final int reads;
    private final boolean generated;
    private long bytes;
    private String path = "";

    Input(FilePlan.PlannedFile planned, boolean generated) {
      bin = planned.bin();
      reads = planned.reads();
      this.generated = generated;
    }
  }

  private SwimTrace run() {
    Map<SizeBin, Integer> jobs = FilePlan.apportion(profile.jobs(), profile.jobShares());
    Map<SizeBin, Integer> ofGenerated = split(jobs, profile.generated().reads());
    EnumMap<SizeBin, Integer> ofExisting = new EnumMap<>(SizeBin.class);
    jobs.forEach((bin, count) -> ofExisting.put(bin, count - ofGenerated.getOrDefault(bin, 0)));

    List<Input> inputs = new ArrayList<>();
    for (FilePlan.PlannedFile file : FilePlan.of(ofExisting, profile.existing(), random).files()) {
      Input input = new Input(file, false);
      input.path = "/swim/input/%05d".formatted(inputs.size());
      inputs.add(input);
    }
    for (FilePlan.PlannedFile file :
        FilePlan.of(ofGenerated, profile.generated(), random).files()) {
      inputs.add(new Input(file, true));
    }
    drawSizes(jobs.keySet(), inputs);

    double[] times = times();
    Input[] inputOf = order(inputs, times);
    String[] names = new String[times.length];
    Arrays.setAll(names, job -> "job%05d".formatted(job));
    Map<Integer, Input> writes = assignWriters(inputOf, times, names);
    return new SwimTrace("generated, seed " + seed, jobsOf(inputOf, times, names, writes));
  }

  /** How many of the jobs of each bin read a generated file. */
  private Map<SizeBin, Integer> split(Map<SizeBin, Integer> jobs, int generated) {
    EnumMap<SizeBin, Double> shares = new EnumMap<>(SizeBin.class);
    jobs.forEach((bin, count) -> shares.put(bin, (double) count / profile.jobs()));
    return FilePlan.apportion(generated, shares);
  }

  /**
   * Sizes of all files: of several draws the one that is nearest to the size of those that exist.
   */
  private void drawSizes(Set<SizeBin> bins, List<Input> inputs) {
    long[] best = new long[inputs.size()];
    long least = Long.MAX_VALUE;
    for (int draw = 0; draw < DRAWS; draw++) {
      bins.forEach(bin -> drawSizes(bin, inputs));
      long existing =
          inputs.stream().filter(input -> !input.generated).mapToLong(input -> input.bytes).sum();
      long error = Math.abs(existing - profile.existingBytes());
      if (error < least) {
        least = error;
        Arrays.setAll(best, input -> inputs.get(input).bytes);
      }
    }
    for (int input = 0; input < best.length; input++) {
      inputs.get(input).bytes = best[input];
    }
  }

  /** Sizes of the files of a bin, so that its jobs read their share of the bytes. */
  private void drawSizes(SizeBin bin, List<Input> inputs) {
    List<Input> files = inputs.stream().filter(input -> input.bin == bin).toList();
    long reads = files.stream().mapToLong(input -> input.reads).sum();
    if (reads == 0) {
      return;
    }
    double width = bin.toBytes() - bin.fromBytes();
    double wanted =
        profile.byteShares().getOrDefault(bin, 0.0) * profile.bytesRead() / reads - bin.fromBytes();
    double mean = Math.min(Math.max(wanted / width, 1e-3), 1 - 1e-3);
    double exponent = 1 / mean - 1; // the mean of u^exponent is 1 / (exponent + 1)
    double[] above = new double[files.size()];
    Arrays.setAll(above, i -> Math.pow(random.nextDouble(), exponent));
    for (int i = 0; i < CORRECTIONS; i++) {
      double sum = 0;
      for (int file = 0; file < above.length; file++) {
        sum += above[file] * files.get(file).reads;
      }
      double factor = mean * reads / sum;
      Arrays.setAll(above, file -> Math.min(above[file] * factor, 1 - 1e-6));
    }
    for (int file = 0; file < above.length; file++) {
      files.get(file).bytes = bin.fromBytes() + Math.max(1, (long) (above[file] * width));
    }
  }

  private double[] times() {
    double[] times = new double[profile.jobs()];
    Arrays.setAll(times, job -> Math.floor(random.nextDouble() * profile.seconds()));
    Arrays.sort(times);
    return times;
  }

  /** Which job reads what: readers of generated files not among the first. */
  private Input[] order(List<Input> inputs, double[] times) {
    List<Input> existing = new ArrayList<>();
    List<Input> generated = new ArrayList<>();
    for (Input input : inputs) {
      (input.generated ? generated : existing).addAll(Collections.nCopies(input.reads, input));
    }
    Collections.shuffle(existing, random);
    Collections.shuffle(generated, random);
    int first = 0;
    double earliest = Math.max(WRITTEN_BEFORE_SECONDS, ONLY_EXISTING * profile.seconds());
    while (first < times.length - generated.size() && times[first] < earliest) {
      first++;
    }
    List<Input> later = new ArrayList<>(existing.subList(first, existing.size()));
    later.addAll(generated);
    Collections.shuffle(later, random);
    Input[] inputOf = new Input[times.length];
    for (int job = 0; job < inputOf.length; job++) {
      inputOf[job] = job < first ? existing.get(job) : later.get(job - first);
    }
    return inputOf;
  }

  /** Names the writer of each generated file: the earlier job whose input is nearest in size. */
  private static Map<Integer, Input> assignWriters(
      Input[] inputOf, double[] times, String[] names) {
    Map<Integer, Input> writes = new HashMap<>();
    for (int job = 0; job < inputOf.length; job++) {
      Input file = inputOf[job];
      if (!file.generated || !file.path.isEmpty()) {
        continue;
      }
      int best = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int writer = 0; writer < job; writer++) {
        boolean early = times[writer] + WRITTEN_BEFORE_SECONDS <= times[job];
        if (early && !writes.containsKey(writer)) {
          double distance = Math.abs(Math.log((inputOf[writer].bytes + 1.0) / (file.bytes + 1.0)));
          if (distance < least) {
            best = writer;
            least = distance;
          }
        }
      }
      if (best < 0) {
        throw new IllegalArgumentException(
            "No job is submitted early enough to write what %s reads; give the workload more time."
                .formatted(names[job]));
      }
      writes.put(best, file);
      file.path = outputOf(names[best]);
    }
    return writes;
  }

  private List<SwimJob> jobsOf(
      Input[] inputOf, double[] times, String[] names, Map<Integer, Input> writes) {
    double[] output = new double[times.length];
    double sum = 0;
    for (int job = 0; job < output.length; job++) {
      output[job] = writes.containsKey(job) ? 0 : inputOf[job].bytes * logNormal();
      sum += output[job];
    }
    List<SwimJob> jobs = new ArrayList<>(times.length);
    for (int job = 0; job < times.length; job++) {
      Input written = writes.get(job);
      long shuffle =
          random.nextDouble() < profile.mapOnlyShare()
              ? 0
              : Math.max(1, Math.round(inputOf[job].bytes * logNormal()));
      jobs.add(
          new SwimJob(
              names[job],
              times[job],
              inputOf[job].bytes,
              shuffle,
              written == null
                  ? Math.round(output[job] * profile.unreadBytes() / sum)
                  : written.bytes,
              inputOf[job].path,
              outputOf(names[job])));
    }
    return jobs;
  }

  private static String outputOf(String job) {
    return "/swim/output/" + job;
  }

  private double logNormal() {
    return Math.exp(SPREAD * random.nextGaussian());
  }
}
