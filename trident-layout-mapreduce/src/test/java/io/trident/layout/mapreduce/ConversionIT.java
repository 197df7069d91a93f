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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.manifest.DimensionEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.verify.Verification;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TextInputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionIT {
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = LocalCluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "multiline", "json", "text", "lines"})
  void aDirectoryBecomesATableAndItsFilesAgain(String format) throws Exception {
    TestFiles source = new TestFiles(format, 2_000, new Random(format.hashCode()));
    Path directory = new Path("/data/" + format);
    source.writeTo(cluster.files(), directory);

    Conversion.Result converted =
        cluster.conversion().run(directory, source.request(6, 6_000), Earlier.RESUME);

    assertThat(converted.superExtents()).isGreaterThan(1);
    assertThat(converted.rows()).isEqualTo(source.rows().size());
    assertThat(converted.kept())
        .contains(cluster.files().makeQualified(new Path("/data/." + format + ".trident-old")));
    assertThat(linesOf(directory, source.header()))
        .containsExactlyInAnyOrderElementsOf(
            source.rows().stream().flatMap(String::lines).map(String::strip).toList());
    assertThat(cluster.names(directory)).contains("_trident").doesNotContain("_convert");
    assertThat(verify(directory).problems()).isEmpty();

    cluster.files().delete(new Path("/data/." + format + ".trident-old"), true);
    Reversion.Result reverted = cluster.reversion().run(directory);

    assertThat(reverted.files()).isEqualTo(source.files().size());
    Map<String, byte[]> back = TestFiles.read(cluster.files(), directory);
    assertThat(back.keySet()).isEqualTo(source.files().keySet());
    back.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(source.files().get(name)));
  }

  @Test
  void twoParitiesAreWrittenAndComparedWithTheirGroup() throws Exception {
    TestFiles source = new TestFiles("csv", 2_000, new Random(5));
    Path directory = new Path("/data/double");
    source.writeTo(cluster.files(), directory);
    ConversionRequest one = source.request(6, 6_000);
    ConversionRequest request =
        new ConversionRequest(
            one.dimensions(),
            one.schema(),
            one.format(),
            one.options(),
            one.extents(),
            one.targetBytes(),
            one.parityGroup(),
            2,
            one.batchBytes(),
            one.maxRowBytes());
    cluster.conversion().run(directory, request, Earlier.RESUME);
    Path first = new Path(directory, "_trident/se0000/p1/g01-0");
    Path second = new Path(directory, "_trident/se0000/p1/g01-1");
    assertThat(cluster.files().getFileStatus(second).getReplication()).isEqualTo((short) 1);
    assertThat(verify(directory).problems()).isEmpty();

    // Each is what the manifest has then, and not what its group is encoded to.
    Path aside = new Path("/data/aside");
    cluster.files().rename(first, aside);
    cluster.files().rename(second, first);
    cluster.files().rename(aside, second);
    swapParities(new Path(directory, "_trident/se0000/manifest"), 1, 2, 3);
    assertThat(verify(directory).problems())
        .singleElement() // the first one of a group
        .asString()
        .contains("group=1, index=0", "not what its group is encoded to");
  }

  private static void swapParities(Path file, int dimension, int one, int other) throws Exception {
    Manifest manifest;
    try (var in = cluster.files().open(file)) {
      manifest = ManifestCodec.decode(ByteBuffer.wrap(in.readAllBytes()));
    }
    List<DimensionEntry> dimensions = new ArrayList<>(manifest.dimensions());
    DimensionEntry entry = dimensions.get(dimension);
    List<StoredObject> parities = new ArrayList<>(entry.parities());
    Collections.swap(parities, one, other);
    dimensions.set(dimension, new DimensionEntry(entry.dimension(), entry.extents(), parities));
    Manifest swapped =
        new Manifest(
            manifest.superExtent(),
            manifest.adapter(),
            manifest.adapterVersion(),
            manifest.parity(),
            dimensions);
    try (var out = cluster.files().create(file, true)) {
      out.write(ManifestCodec.encode(swapped));
    }
  }

  private static Verification.Result verify(Path directory) throws Exception {
    return new Verification(cluster.files(), cluster.conf(), new Jobs(cluster.files(), text -> {}))
        .run(directory, new Path(directory, "_trident"), new Path("/reports"));
  }

  /** As a stock job reads the directory; empty extents have no header. */
  private static List<String> linesOf(Path directory, String header) throws IOException {
    JobConf job = new JobConf(cluster.conf());
    FileInputFormat.setInputPaths(job, directory);
    TextInputFormat format = new TextInputFormat();
    format.configure(job);
    List<String> lines = new ArrayList<>();
    for (InputSplit split : format.getSplits(job, 4)) {
      RecordReader<LongWritable, Text> reader = format.getRecordReader(split, job, Reporter.NULL);
      LongWritable key = reader.createKey();
      Text value = reader.createValue();
      while (reader.next(key, value)) {
        String line = value.toString();
        if (!(line + "\n").equals(header)) {
          lines.add(line.strip());
        }
      }
      reader.close();
    }
    return lines;
  }
}
