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
package io.trident.lab.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Data for the two jobs: the same for the same seed. */
public final class DemoData {
  /** Bytes of a sort record: a key of 10 and a value of 90, as TeraSort has them. */
  static final int RECORD_BYTES = 100;

  static final int KEY_BYTES = 10;

  private static final int VOCABULARY = 5_000;
  private static final int LINE_BYTES = 80;

  private DemoData() {}

  /** Writes lines of words, frequent and rare ones as in prose, exactly {@code bytes} long. */
  public static void writeText(OutputStream out, long bytes, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[][] words = new byte[VOCABULARY][];
    for (int i = 0; i < VOCABULARY; i++) {
      words[i] = word(random);
    }
    long left = bytes;
    int column = 0;
    while (left > 0) {
      // Zipf with exponent 1, by inversion of its continuous form.
      byte[] word = words[(int) Math.pow(VOCABULARY, random.nextDouble()) - 1];
      column += word.length + 1;
      byte separator = (byte) (column >= LINE_BYTES ? '\n' : ' ');
      column = separator == '\n' ? 0 : column;
      int length = (int) Math.min(word.length, left - 1);
      out.write(word, 0, length);
      left -= length + 1;
      out.write(left == 0 ? '\n' : separator);
    }
  }

  /** Writes records with random printable keys, {@code records * 100} bytes. */
  static void writeRecords(OutputStream out, long records, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] record = new byte[RECORD_BYTES];
    for (long i = 0; i < records; i++) {
      for (int j = 0; j < KEY_BYTES; j++) {
        record[j] = (byte) (' ' + random.nextInt(95));
      }
      byte[] value = "%-89d\n".formatted(i).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(value, 0, record, KEY_BYTES, value.length);
      out.write(record);
    }
  }

  private static byte[] word(SplittableRandom random) {
    byte[] word = new byte[2 + random.nextInt(9)];
    for (int i = 0; i < word.length; i++) {
      word[i] = (byte) ('a' + random.nextInt(26));
    }
    return word;
  }
}
