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
package io.trident.cli.whatif;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads instances line by line and writes an answer for each. */
final class JsonLines {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private JsonLines() {}

  /**
   * Answers every line of {@code file} ({@code -} is standard input); blank lines are skipped.
   *
   * @return whether every instance could be decided
   */
  static <I, A> boolean answer(
      Path file, Class<I> type, Function<I, A> decide, PrintWriter out, PrintWriter err)
      throws IOException {
    ObjectReader reader = MAPPER.readerFor(type);
    boolean allDecided = true;
    try (BufferedReader in = open(file)) {
      int number = 0;
      for (@Nullable String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        Object answer;
        try {
          I instance = reader.readValue(line);
          answer = decide.apply(Fields.require(instance, "instance"));
        } catch (JsonProcessingException e) {
          answer = failure(number, e.getOriginalMessage(), err);
          allDecided = false;
        } catch (IllegalArgumentException | ArithmeticException e) {
          answer = failure(number, String.valueOf(e.getMessage()), err);
          allDecided = false;
        }
        out.println(MAPPER.writeValueAsString(answer));
        out.flush();
      }
    }
    return allDecided;
  }

  private static Map<String, String> failure(int line, String problem, PrintWriter err) {
    String message = "line " + line + ": " + problem;
    err.println("trident: " + message);
    return Map.of("error", message);
  }

  private static BufferedReader open(Path file) throws IOException {
    if (file.toString().equals("-")) {
      return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }
    try {
      return Files.newBufferedReader(file);
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException("There is no file " + file + ".");
    }
  }
}
