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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.guard.Guard;
import io.trident.core.storage.FileSegment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SplitReaderTest {
  private static final String[] HOSTS = {"node1"};

  private java.nio.file.Path directory;
  private final Configuration conf = new Configuration();
  private FileSystem fs;
  private Path submitDir;

  @BeforeEach
  void open(@TempDir java.nio.file.Path temporary) throws IOException {
    directory = temporary;
    fs = FileSystem.getLocal(conf).getRaw();
    submitDir = new Path(directory.toUri().toString());
  }

  private List<SplitInput> readNew(InputSplit... splits) throws Exception {
    JobSplitWriter.createSplitFiles(submitDir, conf, fs, splits);
    return SplitReader.read(fs, submitDir, conf, new Guard((consequence, failure) -> {})).splits();
  }

  private List<SplitInput> readOld(org.apache.hadoop.mapred.InputSplit... splits) throws Exception {
    JobSplitWriter.createSplitFiles(submitDir, conf, fs, splits);
    return SplitReader.read(fs, submitDir, conf, new Guard((consequence, failure) -> {})).splits();
  }

  private static SplitInput of(String path, long offset, long length) {
    return new SplitInput(List.of(new FileSegment(path, offset, length)));
  }

  @Test
  void readsFileSplitsOfBothApis() throws Exception {
    assertThat(
            readNew(
                new FileSplit(new Path("file:/in/a b"), 0, 10, HOSTS),
                new FileSplit(new Path("file:/in/a b"), 10, 5, HOSTS)))
        .containsExactly(of("file:/in/a b", 0, 10), of("file:/in/a b", 10, 5));
    assertThat(readOld(new org.apache.hadoop.mapred.FileSplit(new Path("file:/in/c"), 7, 3, HOSTS)))
        .containsExactly(of("file:/in/c", 7, 3));
  }

  @Test
  void qualifiesPathsByTheDefaultFileSystem() throws Exception {
    assertThat(readNew(new FileSplit(new Path("/in/a"), 0, 1, HOSTS)))
        .containsExactly(of("file:/in/a", 0, 1));
  }

  @Test
  void readsCombinedSplitsOfBothApis() throws Exception {
    Path[] paths = {new Path("file:/x"), new Path("file:/y")};
    long[] starts = {1, 2};
    long[] lengths = {10, 20};
    SplitInput both =
        new SplitInput(
            List.of(new FileSegment("file:/x", 1, 10), new FileSegment("file:/y", 2, 20)));
    assertThat(readNew(new CombineFileSplit(paths, starts, lengths, HOSTS))).containsExactly(both);
    assertThat(
            readOld(
                new org.apache.hadoop.mapred.lib.CombineFileSplit(
                    new JobConf(conf), paths, starts, lengths, HOSTS)))
        .containsExactly(both);
  }

  /** By what MultipleInputs really makes: its splits cannot be made from here. */
  @Test
  void readsWhatMultipleInputsWraps() throws Exception {
    java.nio.file.Path rankings = Files.createDirectory(directory.resolve("rankings"));
    java.nio.file.Path visits = Files.createDirectory(directory.resolve("visits"));
    Files.writeString(rankings.resolve("part"), "page,7\n");
    Files.writeString(visits.resolve("part"), "somebody,page\n");
    SplitInput[] both = {
      of(new Path(rankings.resolve("part").toUri()).toString(), 0, 7),
      of(new Path(visits.resolve("part").toUri()).toString(), 0, 14)
    };

    Job job = Job.getInstance(conf);
    MultipleInputs.addInputPath(job, new Path(rankings.toUri()), TextInputFormat.class);
    MultipleInputs.addInputPath(job, new Path(visits.toUri()), TextInputFormat.class);
    assertThat(
            readNew(
                ReflectionUtils.newInstance(job.getInputFormatClass(), job.getConfiguration())
                    .getSplits(job)
                    .toArray(InputSplit[]::new)))
        .containsExactlyInAnyOrder(both);

    JobConf old = new JobConf(conf);
    org.apache.hadoop.mapred.lib.MultipleInputs.addInputPath(
        old, new Path(rankings.toUri()), org.apache.hadoop.mapred.TextInputFormat.class);
    org.apache.hadoop.mapred.lib.MultipleInputs.addInputPath(
        old, new Path(visits.toUri()), org.apache.hadoop.mapred.TextInputFormat.class);
    assertThat(readOld(old.getInputFormat().getSplits(old, 1))).containsExactlyInAnyOrder(both);
  }

  @Test
  void otherSplitsAreUnknownAndThoseAfterThemAreRead() throws Exception {
    assertThat(readNew(new Foreign(), new FileSplit(new Path("file:/x"), 0, 1, HOSTS)))
        .containsExactly(SplitInput.UNKNOWN, of("file:/x", 0, 1));
  }

  @Test
  void aSplitThatCannotBeReadHereIsUnknown() throws Exception {
    assertThat(readNew(new Unreadable(), new FileSplit(new Path("file:/x"), 0, 1, HOSTS)))
        .containsExactly(SplitInput.UNKNOWN, of("file:/x", 0, 1));
  }

  /** A split that is not of files. */
  public static class Foreign extends InputSplit implements Writable {
    @Override
    public long getLength() {
      return 1;
    }

    @Override
    public String[] getLocations() {
      return HOSTS;
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeLong(1);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      in.readLong();
    }
  }

  /** Files one after the other, as Pig's splits hold them. */
  public static final class Several extends Foreign {
    public int getNumPaths() {
      return 2;
    }

    public InputSplit getWrappedSplit(int index) {
      return new FileSplit(new Path("file:/data/" + index), index, 7, HOSTS);
    }
  }

  /** A split of the old API within one of the new. */
  public static final class One extends Foreign {
    public Object getWrappedInputSplit() {
      return new org.apache.hadoop.mapred.FileSplit(new Path("file:/old"), 1, 2, HOSTS);
    }
  }

  /** A split with another inside that is not of files. */
  public static final class Hollow extends Foreign {
    public InputSplit getWrappedSplit() {
      return new Foreign();
    }
  }

  /** A split that is inside itself. */
  public static final class Endless extends Foreign {
    public InputSplit getWrappedSplit() {
      return this;
    }
  }

  @Test
  void readsWhatFrameworksWrap() throws Exception {
    assertThat(readNew(new Several(), new One(), new Hollow(), new Endless()))
        .containsExactly(
            new SplitInput(
                List.of(
                    new FileSegment("file:/data/0", 0, 7), new FileSegment("file:/data/1", 1, 7))),
            of("file:/old", 1, 2),
            SplitInput.UNKNOWN,
            SplitInput.UNKNOWN);
  }

  /** A split whose class fails to read it, as one does that lacks a library on the client. */
  public static final class Unreadable extends Foreign {
    @Override
    public void readFields(DataInput in) {
      throw new UnsupportedOperationException("planned");
    }
  }
}
