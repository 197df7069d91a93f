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

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads instances line by line and has an answer written for each. */
final class JsonLines {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .build();

  private JsonLines() {}

  /** Answers every line of {@code file} ({@code -} is standard input); blank lines are skipped. */
  static <I, A> void answer(Path file, Class<I> type, Function<I, A> decide, Answers answers)
      throws IOException {
    ObjectReader reader = MAPPER.readerFor(type);
    try (BufferedReader in = InputFile.open(file)) {
      int number = 0;
      boolean isEmpty = true;
      for (@Nullable String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (!line.isBlank()) {
          String json = line;
          isEmpty = false;
          answers.answer("line " + number + ": ", () -> decide.apply(read(reader, json)));
        }
      }
      if (isEmpty) {
        throw new IOException("There is no instance in %s; write one a line.".formatted(file));
      }
    }
  }

  private static <I> I read(ObjectReader reader, String line) {
    try {
      I instance = reader.readValue(line);
      return Fields.require(instance, "instance");
    } catch (InvalidNullException e) {
      throw new IllegalArgumentException(
          "The field %s[] is missing.".formatted(e.getPropertyName()), e);
    } catch (JsonMappingException e) {
      throw new IllegalArgumentException(field(e) + e.getOriginalMessage(), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  /** Names the field that has another form than expected. */
  private static String field(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference part : e.getPath()) {
      if (part.getFieldName() == null) {
        path.append("[]");
      } else {
        path.append(path.isEmpty() ? "" : ".").append(part.getFieldName());
      }
    }
    return path.isEmpty() ? "" : "The field %s: ".formatted(path);
  }
}
