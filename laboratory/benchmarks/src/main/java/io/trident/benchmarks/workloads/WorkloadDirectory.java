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
package io.trident.benchmarks.workloads;

import io.trident.benchmarks.workloads.data.Dataset;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where an application's input and results are: {@code <root>/<application>/input/<data set>} and
 * {@code <root>/<application>/output/<engine>}. What the input was generated from is written beside
 * it, after everything else: input without that file is not complete.
 *
 * @param files the file system
 * @param root of all applications
 * @param application which
 */
public record WorkloadDirectory(FileSystem files, Path root, Application application) {
  /** Hadoop's input formats skip names with an underscore. */
  private static final String SPEC = "_spec.properties";

  private static final String AMOUNT = "amount";
  private static final String SEED = "seed";
  private static final String PARTS = "parts";

  /** Returns the directory of all input. */
  public Path input() {
    return new Path(new Path(root, application.label()), "input");
  }

  /** Returns the directory of a data set. */
  public Path input(Dataset<?> data) {
    return new Path(input(), data.name());
  }

  /** Returns the directory of an engine's result. */
  public Path output(String engine) {
    return new Path(new Path(new Path(root, application.label()), "output"), engine);
  }

  /**
   * Returns what the input was generated from.
   *
   * @throws FileNotFoundException if it was not generated completely
   */
  public InputSpec spec() throws IOException {
    Path file = new Path(input(), SPEC);
    Properties properties = new Properties();
    try (Reader in = new InputStreamReader(files.open(file), StandardCharsets.US_ASCII)) {
      properties.load(in);
    } catch (FileNotFoundException e) {
      throw new FileNotFoundException(
          "%s has no complete input; generate it: bin/trident workload generate %s"
              .formatted(input(), application.label()));
    }
    try {
      return new InputSpec(
          number(properties, AMOUNT), number(properties, SEED), (int) number(properties, PARTS));
    } catch (IllegalArgumentException e) {
      throw new IOException("%s is damaged; generate the input again".formatted(file), e);
    }
  }

  /** Declares the input complete. */
  void complete(InputSpec spec) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(AMOUNT, Long.toString(spec.amount()));
    properties.setProperty(SEED, Long.toString(spec.seed()));
    properties.setProperty(PARTS, Integer.toString(spec.parts()));
    try (OutputStream out = files.create(new Path(input(), SPEC));
        Writer writer = new OutputStreamWriter(out, StandardCharsets.US_ASCII)) {
      properties.store(writer, application.unit());
    }
  }

  private static long number(Properties properties, String key) {
    return Long.parseLong(properties.getProperty(key, ""));
  }
}
