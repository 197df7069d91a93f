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
package io.trident.benchmarks.workloads.data;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;

/**
 * Records that are generated from a seed, in parts that do not depend on each other: any number of
 * writers may write parts at once, and a verifier may generate them again instead of reading them.
 *
 * @param <R> a record
 */
public abstract class Dataset<R> {
  private final String name;
  private final long seed;
  private final int parts;

  /**
   * Creates it.
   *
   * @param name of the directory that it is written to; also part of the seed
   * @param parts number of files, at least 1
   */
  protected Dataset(String name, long seed, int parts) {
    if (parts < 1) {
      throw new IllegalArgumentException("Parts must be at least 1: " + parts);
    }
    this.name = name;
    this.seed = seed;
    this.parts = parts;
  }

  /** Returns the name of the directory that it is written to. */
  public final String name() {
    return name;
  }

  /** Returns the number of parts. */
  public final int parts() {
    return parts;
  }

  /** Hands all records of a part (from 0) to the consumer, each time the same in the same order. */
  public abstract void generate(int part, Consumer<? super R> sink);

  /** Returns the line of text that a record is written as, without its end. */
  public abstract String line(R record);

  /** Hands the records of all parts to the consumer. */
  public final void generateAll(Consumer<? super R> sink) {
    for (int part = 0; part < parts; part++) {
      generate(part, sink);
    }
  }

  /** Writes a part as lines of text. */
  public final void write(int part, OutputStream out) throws IOException {
    try {
      generate(
          part,
          item -> {
            try {
              out.write((line(item) + '\n').getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the source of all that is random in a part. */
  protected final RandomGenerator random(int part) {
    return new Well19937c(
        new int[] {(int) (seed >>> 32), (int) seed, name.hashCode(), part, 0x7472_6964});
  }

  /**
   * Returns the first of {@code total} items that are in a part; of the part after the last, all.
   */
  protected final long first(int part, long total) {
    return total / parts * part + Math.min(part, total % parts);
  }
}
