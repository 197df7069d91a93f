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
package io.trident.layout.mapreduce.verify;

import io.trident.core.layout.manifest.Manifest;
import io.trident.layout.mapreduce.job.BuildOutput;
import io.trident.layout.mapreduce.job.GroupSplit;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.table.Group;
import io.trident.layout.mapreduce.table.ManifestFiles;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.mapreduce.table.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Reads the files of a group again, and writes a report of them. */
public final class VerifyMapper
    extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    JobSettings settings = JobSettings.of(conf);
    TableLayout table = settings.table(conf);
    Group group = ((GroupSplit) context.getInputSplit()).group();
    DistributedFileSystem files = Blocks.hdfs(settings.data(), conf);
    Manifest manifest = ManifestFiles.read(files, settings.data(), table, group.superExtent());
    GroupReport report =
        new GroupReader(files, settings.data(), table, manifest, group, context::progress).read();
    Path work = BuildOutput.workDirectory(context);
    Texts.replace(
        Blocks.hdfs(work, conf),
        new Path(work, report.fileName()),
        report.toText().getBytes(StandardCharsets.UTF_8));
  }
}
