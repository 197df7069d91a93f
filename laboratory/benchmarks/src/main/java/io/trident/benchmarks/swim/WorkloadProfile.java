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

import java.util.EnumMap;
import java.util.Map;

/**
 * The statistics that a generated workload has.
 *
 * @param jobs number of jobs; at least 1
 * @param seconds they are submitted within; positive
 * @param jobShares share of the jobs in each bin; they sum to 1
 * @param byteShares share of the bytes read by the jobs of each bin; they sum to 1
 * @param bytesRead what all jobs read together
 * @param existing the input files that are there from the start
 * @param existingBytes their size
 * @param generated the input files that jobs of the workload write
 * @param unreadBytes the size of all output that no job reads
 * @param mapOnlyShare share of the jobs without shuffle
 */
public record WorkloadProfile(
    int jobs,
    double seconds,
    Map<SizeBin, Double> jobShares,
    Map<SizeBin, Double> byteShares,
    long bytesRead,
    FileCounts existing,
    long existingBytes,
    FileCounts generated,
    long unreadBytes,
    double mapOnlyShare) {
  private static final long GIGABYTE = 1L << 30;

  /**
   * Input files and how often they are read: by so many jobs altogether, the rest of the files 2 to
   * 5 times each.
   *
   * @param files how many there are
   * @param reads how many jobs read one of them
   * @param once how many files are read once
   * @param often how many are read more than 5 times
   */
  public record FileCounts(int files, int reads, int once, int often) {
    public FileCounts {
      int between = files - once - often;
      if (once < 0 || often < 0 || between < 0) {
        throw new IllegalArgumentException(
            "Of %d files %d cannot be read once and %d often.".formatted(files, once, often));
      }
      long least = once + 2L * between + 6L * often;
      long most = often > 0 ? Long.MAX_VALUE : once + 5L * between;
      if (reads < least || reads > most) {
        throw new IllegalArgumentException(
            "%d files, %d of them read once and %d often, are read at least %d and at most %d times, not %d times."
                .formatted(files, once, often, least, most, reads));
      }
    }

    FileCounts times(double factor) {
      return new FileCounts(
          (int) Math.round(files * factor),
          (int) Math.round(reads * factor),
          (int) Math.round(once * factor),
          (int) Math.round(often * factor));
    }
  }

  /**
   * The paper's Facebook workload (section 7.1): 1,000 jobs in 6 hours; 380 files that 660 jobs
   * read, 76.8 % of them once, 4.5 % more than 5 times; 63 files that jobs write and 340 jobs read,
   * 52.4 % once, 25.4 % more than 5 times; 47 GB of output that is never read.
   *
   * <p>Two numbers are derived. The jobs read 175 GB: with less, some bin of Table 2 could not have
   * both its share of jobs and its share of bytes (40 jobs of at least 0.5 GB are 12.0 %). The
   * paper's "92 GB" is taken for the size of all files: 32 GB at the start, 47 GB never read and 13
   * GB of written and read ones. Three quarters of the jobs have no shuffle, as in SWIM's FB-2009
   * traces.
   */
  public static final WorkloadProfile PAPER =
      new WorkloadProfile(
          1_000,
          6 * 3_600,
          shares(74.4, 16.2, 4.0, 3.0, 1.6, 0.8),
          shares(3.2, 16.1, 12.0, 19.3, 21.9, 27.5),
          175 * GIGABYTE,
          new FileCounts(380, 660, 292, 17),
          32 * GIGABYTE,
          new FileCounts(63, 340, 33, 16),
          47 * GIGABYTE,
          0.75);

  public WorkloadProfile {
    jobShares = Map.copyOf(jobShares);
    byteShares = Map.copyOf(byteShares);
    if (jobs < 1
        || !(seconds > 0)
        || Math.min(Math.min(bytesRead, existingBytes), unreadBytes) < 0) {
      throw new IllegalArgumentException(
          "A workload has at least one job (%d), a positive time (%s s) and no negative size (%d, %d, %d)."
              .formatted(jobs, seconds, bytesRead, existingBytes, unreadBytes));
    }
    if (existing.reads() + generated.reads() != jobs) {
      throw new IllegalArgumentException(
          "Files are read %d and %d times by %d jobs; each job reads one."
              .formatted(existing.reads(), generated.reads(), jobs));
    }
    if (!(mapOnlyShare >= 0) || mapOnlyShare > 1) {
      throw new IllegalArgumentException(
          "The share of jobs without shuffle is %s; it is from 0 to 1.".formatted(mapOnlyShare));
    }
  }

  /**
   * Returns the same mix with another number of jobs in the same time: files and bytes grow with
   * them, as a larger cluster of the same load has it.
   *
   * @param count at least 500: less cannot have the shares of a large bin
   */
  public WorkloadProfile withJobs(int count) {
    if (count == jobs) {
      return this;
    }
    if (count < 500) {
      throw new IllegalArgumentException(
          "%d jobs cannot have the paper's shares; generate at least 500.".formatted(count));
    }
    double factor = (double) count / jobs;
    FileCounts less = existing.times(factor);
    return new WorkloadProfile(
        count,
        seconds,
        jobShares,
        byteShares,
        Math.round(bytesRead * factor),
        less,
        Math.round(existingBytes * factor),
        new FileCounts(
            Math.round((float) (generated.files * factor)),
            count - less.reads(),
            (int) Math.round(generated.once * factor),
            (int) Math.round(generated.often * factor)),
        Math.round(unreadBytes * factor),
        mapOnlyShare);
  }

  private static Map<SizeBin, Double> shares(double... percent) {
    EnumMap<SizeBin, Double> shares = new EnumMap<>(SizeBin.class);
    for (int i = 0; i < percent.length; i++) {
      shares.put(SizeBin.values()[i], percent[i] / 100);
    }
    return shares;
  }
}
