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

import io.trident.core.storage.FileSegment;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/**
 * What every map task of a job reads, by split index; the content of {@code job.trident}.
 *
 * <p>Format, version 1, gzip: the eight bytes {@code TRIDENT1}, the number of splits, then per
 * split the number of its segments and per segment path index, offset and length. Numbers are
 * Hadoop's variable-length ones. A path index equal to the number of paths seen so far introduces a
 * new path, which follows as {@link Text}. The file is written and read as a stream; a path is held
 * once however many splits it has.
 *
 * @param splits what each split reads
 */
public record JobInputs(List<SplitInput> splits) {
  /** Name of the file in the job's submit directory. */
  public static final String FILE_NAME = "job.trident";

  private static final long MAGIC = 0x54524944454e5431L; // "TRIDENT1"

  public JobInputs {
    splits = List.copyOf(splits);
  }

  /** Returns the number of splits, and so of map tasks. */
  public int size() {
    return splits.size();
  }

  /** Returns how many splits have known segments. */
  public long splitsOfFiles() {
    return splits.stream().filter(split -> !split.segments().isEmpty()).count();
  }

  /** Writes the file, replacing an older one. O(segments). */
  public void write(FileSystem fs, Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(new GZIPOutputStream(fs.create(file, true))))) {
      out.writeLong(MAGIC);
      WritableUtils.writeVInt(out, splits.size());
      Map<String, Integer> paths = new HashMap<>();
      for (SplitInput split : splits) {
        WritableUtils.writeVInt(out, split.segments().size());
        for (FileSegment segment : split.segments()) {
          Integer known = paths.get(segment.path());
          WritableUtils.writeVInt(out, known == null ? paths.size() : known);
          if (known == null) {
            Text.writeString(out, segment.path());
            paths.put(segment.path(), paths.size());
          }
          WritableUtils.writeVLong(out, segment.offset());
          WritableUtils.writeVLong(out, segment.length());
        }
      }
    }
  }

  /**
   * Reads the file.
   *
   * @throws IOException if it cannot be read, or is not of this version
   */
  public static JobInputs read(FileSystem fs, Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(new GZIPInputStream(fs.open(file))))) {
      if (in.readLong() != MAGIC) {
        throw new IOException(file + " is not a version 1 job.trident");
      }
      int count = size(in, "splits");
      List<String> paths = new ArrayList<>();
      List<SplitInput> splits = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int segmentCount = size(in, "segments");
        List<FileSegment> segments = new ArrayList<>();
        for (int j = 0; j < segmentCount; j++) {
          int path = size(in, "paths");
          if (path > paths.size()) {
            throw new IOException("%s: path %d of %d".formatted(file, path, paths.size()));
          }
          if (path == paths.size()) {
            paths.add(Text.readString(in));
          }
          long offset = WritableUtils.readVLong(in);
          segments.add(new FileSegment(paths.get(path), offset, WritableUtils.readVLong(in)));
        }
        splits.add(segments.isEmpty() ? SplitInput.UNKNOWN : new SplitInput(segments));
      }
      if (in.read() >= 0) { // reading to the end also checks gzip's checksum
        throw new IOException(file + " goes on after its last split");
      }
      return new JobInputs(splits);
    }
  }

  private static int size(DataInputStream in, String what) throws IOException {
    int size = WritableUtils.readVInt(in);
    if (size < 0) {
      throw new IOException("A negative number of " + what + ": " + size);
    }
    return size;
  }
}
