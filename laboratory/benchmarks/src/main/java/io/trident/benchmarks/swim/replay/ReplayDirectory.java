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

import io.trident.benchmarks.swim.SwimFiles;
import io.trident.benchmarks.swim.SwimTrace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where a workload is: {@code <root>/trace.tsv} and {@code workload.properties} state what is
 * replayed, so that every replay runs what was prepared; input and output files are below a
 * directory of their own for each placement of replicas.
 *
 * @param files the file system
 * @param root of this workload
 */
public record ReplayDirectory(FileSystem files, Path root) {
  private static final String TRACE = "trace.tsv";
  private static final String PROPERTIES = "workload.properties";
  private static final String SOURCE = "source";
  private static final String RECIPE = "recipe";
  private static final String SHRINK = "shrink";
  private static final String BLOCK_BYTES = "block-bytes";
  private static final String REDUCE_BYTES = "reduce-bytes";

  /** Returns the directory of input and output with a placement of replicas. */
  public Path placed(String placement) {
    return new Path(root, placement);
  }

  /**
   * Writes what is replayed.
   *
   * @throws IOException also if another workload is there: its files would be taken for this one's
   */
  public void write(ReplayWorkload workload) throws IOException {
    if (files.exists(new Path(root, PROPERTIES))) {
      ReplayWorkload there = read();
      if (!there.equals(rounded(workload))) {
        throw new IOException(
            "%s has another workload (%s, %s); delete it, or name another directory."
                .formatted(root, there.trace().source(), there.describe()));
      }
      return;
    }
    try (Writer out = text(files.create(new Path(root, TRACE), true))) {
      SwimFiles.write(workload.trace(), out);
    }
    Properties properties = new Properties();
    properties.setProperty(SOURCE, workload.trace().source());
    properties.setProperty(RECIPE, workload.recipe());
    properties.setProperty(SHRINK, Double.toString(workload.shrink()));
    properties.setProperty(BLOCK_BYTES, Long.toString(workload.blockBytes()));
    properties.setProperty(REDUCE_BYTES, Long.toString(workload.reduceBytes()));
    try (Writer out = text(files.create(new Path(root, PROPERTIES), true))) {
      properties.store(out, "A workload of SWIM");
    }
  }

  /**
   * Reads what is replayed.
   *
   * @throws FileNotFoundException if nothing was prepared
   */
  public ReplayWorkload read() throws IOException {
    Properties properties = new Properties();
    try (Reader in = reader(PROPERTIES)) {
      properties.load(in);
    } catch (FileNotFoundException e) {
      throw new FileNotFoundException(
          "%s has no workload; write one: bin/trident swim prepare".formatted(root));
    }
    try (Reader in = reader(TRACE)) {
      return new ReplayWorkload(
          SwimFiles.read(properties.getProperty(SOURCE, ""), in),
          properties.getProperty(RECIPE, ""),
          Double.parseDouble(properties.getProperty(SHRINK, "")),
          Long.parseLong(properties.getProperty(BLOCK_BYTES, "")),
          Long.parseLong(properties.getProperty(REDUCE_BYTES, "")));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s is damaged; delete %s and prepare the workload again"
              .formatted(new Path(root, PROPERTIES), root),
          e);
    }
  }

  /** The workload as the file has it: times are whole seconds there. */
  private static ReplayWorkload rounded(ReplayWorkload workload) throws IOException {
    StringBuilder text = new StringBuilder();
    SwimFiles.write(workload.trace(), text);
    SwimTrace trace = SwimFiles.read(workload.trace().source(), new StringReader(text.toString()));
    return new ReplayWorkload(
        trace, workload.recipe(), workload.shrink(), workload.blockBytes(), workload.reduceBytes());
  }

  private Reader reader(String name) throws IOException {
    return new InputStreamReader(files.open(new Path(root, name)), StandardCharsets.UTF_8);
  }

  private static Writer text(OutputStream out) {
    return new OutputStreamWriter(out, StandardCharsets.UTF_8);
  }
}
