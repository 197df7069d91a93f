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
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How often each input file is read and in which size bin it is, so that each bin has its number of
 * jobs and each class of popularity its number of files.
 *
 * <p>Files of the bins from C on are read about four times each: if large files were as unpopular
 * as small ones, the paper's 660 jobs could not read 115 GB from files of 32 GB. The readers of bin
 * B come from files read more than once first, those of A are what is left.
 */
record FilePlan(List<PlannedFile> files) {
  private static final double READS_OF_LARGE = 4.2;
  private static final int OFTEN = 6;
  private static final int MOST_BETWEEN = 5;

  /** A file of a bin, read by so many jobs. */
  record PlannedFile(SizeBin bin, int reads) {}

  /**
   * Plans.
   *
   * @param readers number of jobs by bin; they sum to {@code files.reads()}
   */
  static FilePlan of(
      Map<SizeBin, Integer> readers, WorkloadProfile.FileCounts files, Random random) {
    List<PlannedFile> planned = new ArrayList<>();
    int once = files.once();
    int often = files.often();
    int between = files.files() - once - often;
    for (SizeBin bin : List.of(SizeBin.F, SizeBin.E, SizeBin.D, SizeBin.C)) {
      int jobs = readers.getOrDefault(bin, 0);
      int count = jobs == 0 ? 0 : (int) Math.max(1, Math.round(jobs / READS_OF_LARGE));
      for (int i = 0; i < count; i++) {
        int reads = jobs / count + (i < jobs % count ? 1 : 0);
        planned.add(new PlannedFile(bin, reads));
        once -= reads == 1 ? 1 : 0;
        often -= reads >= OFTEN ? 1 : 0;
        between -= reads > 1 && reads < OFTEN ? 1 : 0;
      }
    }
    int small = readers.getOrDefault(SizeBin.A, 0) + readers.getOrDefault(SizeBin.B, 0);
    List<Integer> reads = repeated(between, often, small - once, random);
    addSmall(planned, reads, once, readers.getOrDefault(SizeBin.B, 0), random);
    return new FilePlan(List.copyOf(planned));
  }

  /** Read counts of the files read more than once that sum to a total. */
  private static List<Integer> repeated(int between, int often, int total, Random random) {
    if (between < 0 || often < 0 || total < 2L * between + (long) OFTEN * often) {
      throw new IllegalArgumentException(
          "Too many files for so few jobs; generate more jobs or fewer files.");
    }
    int[] reads = new int[between + often];
    int left = total;
    for (int i = 0; i < reads.length; i++) {
      reads[i] = i < between ? 2 : OFTEN;
      left -= reads[i];
    }
    for (int i = 0; i < between; i++) {
      int more = Math.min(left, random.nextInt(MOST_BETWEEN - 1));
      reads[i] += more;
      left -= more;
    }
    double weights = 0;
    for (int rank = 1; rank <= often; rank++) {
      weights += 1.0 / rank;
    }
    int spread = left;
    for (int rank = 1; rank <= often; rank++) {
      int more = Math.min(left, (int) Math.round(spread / rank / weights));
      reads[between + rank - 1] += more;
      left -= more;
    }
    for (int i = 0; i < between && often == 0; i++) {
      int more = Math.min(left, MOST_BETWEEN - reads[i]);
      reads[i] += more;
      left -= more;
    }
    if (often > 0) {
      reads[between] += left; // what rounding has left to the most popular one
    }
    List<Integer> shuffled = new ArrayList<>();
    for (int count : reads) {
      shuffled.add(count);
    }
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  private static void addSmall(
      List<PlannedFile> planned, List<Integer> repeated, int once, int readersOfB, Random random) {
    int left = readersOfB;
    List<Integer> ofA = new ArrayList<>();
    for (int reads : repeated) {
      if (reads <= left / 2) { // leaves room for several files of each kind
        planned.add(new PlannedFile(SizeBin.B, reads));
        left -= reads;
      } else {
        ofA.add(reads);
      }
    }
    ofA.sort(Comparator.naturalOrder());
    for (int i = 0; i < ofA.size() && left > once; i++) { // more readers than files read once
      if (ofA.get(i) <= left) {
        left -= ofA.get(i);
        planned.add(new PlannedFile(SizeBin.B, ofA.remove(i--)));
      }
    }
    if (left > once
        && !ofA.isEmpty()
        && planned.get(planned.size() - 1).bin()
            == SizeBin.B) { // the most popular one is split among the bins
      int last = ofA.size() - 1;
      int more = left - once;
      PlannedFile most = planned.remove(planned.size() - 1);
      planned.add(new PlannedFile(most.bin(), most.reads() + more));
      ofA.set(last, ofA.get(last) - more);
      left = once;
    }
    if (left > once || ofA.stream().anyMatch(reads -> reads < 2)) {
      throw new IllegalArgumentException("Too few files for the jobs of bin B.");
    }
    for (int i = 0; i < once; i++) {
      planned.add(new PlannedFile(i < left ? SizeBin.B : SizeBin.A, 1));
    }
    Collections.shuffle(ofA, random);
    for (int reads : ofA) {
      planned.add(new PlannedFile(SizeBin.A, reads));
    }
  }

  /** Splits a number by shares into whole numbers that sum to it: the largest remainders go up. */
  static Map<SizeBin, Integer> apportion(int total, Map<SizeBin, Double> shares) {
    EnumMap<SizeBin, Integer> parts = new EnumMap<>(SizeBin.class);
    EnumMap<SizeBin, Double> remainders = new EnumMap<>(SizeBin.class);
    int left = total;
    for (Map.Entry<SizeBin, Double> share : new EnumMap<>(shares).entrySet()) {
      double exact = total * share.getValue();
      int whole = (int) Math.floor(exact + 1e-9);
      parts.put(share.getKey(), whole);
      remainders.put(share.getKey(), exact - whole);
      left -= whole;
    }
    List<SizeBin> order = new ArrayList<>(parts.keySet());
    order.sort(
        Comparator.comparingDouble((SizeBin bin) -> -remainders.getOrDefault(bin, 0.0))
            .thenComparing(Comparator.naturalOrder()));
    for (int i = 0; i < left; i++) {
      parts.merge(order.get(i % order.size()), 1, Integer::sum);
    }
    return parts;
  }
}
