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
package io.trident.mapreduce.it;

import io.trident.mapreduce.TridentCounter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;

/** Input, output and counters of the integration tests' jobs. */
final class TestData {
  private TestData() {}

  /** Writes lines of ten known words, ended exactly at the given size. */
  static void write(OutputStream target, int bytes, long seed) throws IOException {
    Random random = new Random(seed);
    int left = bytes;
    try (OutputStream out = target) {
      while (left > 0) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < 10; i++) {
          line.append("word").append(random.nextInt(50)).append(' ');
        }
        line.append('\n');
        byte[] text = line.toString().getBytes(StandardCharsets.US_ASCII);
        out.write(text, 0, Math.min(left, text.length));
        left -= text.length;
      }
    }
  }

  /** Returns what {@link #write} with the same arguments writes, counted. */
  static TreeMap<String, Integer> expected(int bytes, long seed) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    write(text, bytes, seed);
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (String word : text.toString(StandardCharsets.US_ASCII).split("\\s+")) {
      counts.merge(word, 1, Integer::sum);
    }
    return counts;
  }

  /** Returns the counted words of an output directory. */
  static TreeMap<String, Integer> counts(Configuration conf, Path output) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (FileStatus part : fs.globStatus(new Path(output, "part-*"))) {
      byte[] bytes = new byte[(int) part.getLen()];
      try (var in = fs.open(part.getPath())) {
        IOUtils.readFully(in, bytes, 0, bytes.length);
      }
      new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .forEach(pair -> counts.put(pair[0], Integer.parseInt(pair[1])));
    }
    return counts;
  }

  static long counter(Job job, Enum<?> key) throws IOException {
    Counters counters = job.getCounters();
    return counters == null ? -1 : counters.findCounter(key).getValue();
  }

  /** Returns how many maps started before the one that started before them had ended. */
  static long overlappingMaps(Job job) throws IOException, InterruptedException {
    TaskReport[] maps = job.getTaskReports(TaskType.MAP);
    Arrays.sort(maps, Comparator.comparingLong(TaskReport::getFinishTime));
    long overlapping = 0;
    for (int i = 1; i < maps.length; i++) {
      if (maps[i].getStartTime() < maps[i - 1].getFinishTime()) {
        overlapping++;
      }
    }
    return overlapping;
  }

  /** Returns how many map attempts Trident counted by where their data are. */
  static long placed(Job job) throws IOException {
    long placed = 0;
    for (TridentCounter counter : TridentCounter.values()) {
      if (counter.ordinal() < TridentCounter.ASSIGNMENT_COST.ordinal()) {
        placed += counter(job, counter);
      }
    }
    return placed;
  }
}
