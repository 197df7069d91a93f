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
package io.trident.mapreduce.split;

import io.trident.core.guard.Guard;
import io.trident.core.storage.FileSegment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;

/**
 * Reads the splits of a submitted job back from {@code job.split}, as its map tasks will.
 *
 * <p>File splits and combined file splits of both APIs are understood, subclasses included, and
 * those that {@code MultipleInputs} wraps around them, as joins do, or a framework ({@link
 * WrappedSplits}). Any other split is {@link SplitInput#UNKNOWN}: its hosts are all there is to
 * know of it. So is a split whose class cannot be loaded or read here.
 */
public final class SplitReader {
  private SplitReader() {}

  /**
   * Reads all splits, in split order. One pass over the file; O(splits).
   *
   * @param conf the job's configuration, with a class loader that knows the job's classes
   * @param guard contains what fails for a split
   * @throws IOException if the files of the job cannot be read
   */
  public static JobInputs read(FileSystem fs, Path submitDir, Configuration conf, Guard guard)
      throws IOException {
    TaskSplitMetaInfo[] metas = SplitMetaInfoReader.readSplitMetaInfo(null, fs, conf, submitDir);
    SerializationFactory serializations = new SerializationFactory(conf);
    List<SplitInput> inputs = new ArrayList<>(metas.length);
    try (FSDataInputStream in = fs.open(JobSubmissionFiles.getJobSplitFile(submitDir))) {
      for (TaskSplitMetaInfo meta : metas) {
        in.seek(meta.getStartOffset());
        String className = Text.readString(in);
        inputs.add(
            guard.get(
                "Tiers of some splits stay unknown",
                () -> inputOf(deserialize(className, in, serializations, conf), conf),
                () -> SplitInput.UNKNOWN));
      }
    }
    return new JobInputs(inputs);
  }

  private static <T> T deserialize(
      String className,
      FSDataInputStream in,
      SerializationFactory serializations,
      Configuration conf)
      throws IOException, ClassNotFoundException {
    @SuppressWarnings("unchecked") // the class name was written with an object of the class
    Class<T> type = (Class<T>) conf.getClassByName(className);
    Deserializer<T> deserializer = serializations.getDeserializer(type);
    deserializer.open(in); // not closed: that would close the shared stream
    @SuppressWarnings("NullAway") // Hadoop's contract: null asks for a new object
    T split = deserializer.deserialize(null);
    return split;
  }

  /** What a split reads. */
  static SplitInput inputOf(Object split, Configuration conf)
      throws IOException, ReflectiveOperationException {
    if (split instanceof org.apache.hadoop.mapreduce.lib.input.FileSplit file) {
      return new SplitInput(
          List.of(segment(file.getPath(), file.getStart(), file.getLength(), conf)));
    }
    if (split instanceof org.apache.hadoop.mapred.FileSplit file) {
      return new SplitInput(
          List.of(segment(file.getPath(), file.getStart(), file.getLength(), conf)));
    }
    if (split instanceof CombineFileSplit combined) { // the old API's is a subclass
      List<FileSegment> segments = new ArrayList<>();
      for (int i = 0; i < combined.getNumPaths(); i++) {
        segments.add(
            segment(combined.getPath(i), combined.getOffset(i), combined.getLength(i), conf));
      }
      return new SplitInput(segments);
    }
    Optional<?> tagged = inside(split);
    List<FileSegment> segments = new ArrayList<>();
    for (Object inside : tagged.isPresent() ? List.of(tagged.get()) : WrappedSplits.of(split)) {
      List<FileSegment> known = inputOf(inside, conf).segments();
      if (known.isEmpty()) {
        return SplitInput.UNKNOWN; // part of the input is no better than none
      }
      segments.addAll(known);
    }
    return segments.isEmpty() ? SplitInput.UNKNOWN : new SplitInput(segments);
  }

  private static Optional<?> inside(Object split) {
    Optional<?> inside = org.apache.hadoop.mapreduce.lib.input.TridentTaggedSplit.inside(split);
    return inside.isPresent()
        ? inside
        : org.apache.hadoop.mapred.lib.TridentTaggedSplit.inside(split);
  }

  private static FileSegment segment(Path path, long offset, long length, Configuration conf)
      throws IOException {
    return new FileSegment(path.getFileSystem(conf).makeQualified(path).toString(), offset, length);
  }
}
