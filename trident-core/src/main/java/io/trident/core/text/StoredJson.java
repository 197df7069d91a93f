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
package io.trident.core.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.function.Function;

/** Objects that are stored as JSON, with the version of their form. */
public final class StoredJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  /** Reads the version only, whatever other members there are. */
  private static final ObjectReader HEADERS =
      MAPPER.readerFor(Header.class).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private StoredJson() {}

  private record Header(int version) {}

  /** The members of an object: a record of texts, numbers, lists and maps. */
  public interface Form {
    /** Returns the version of the form. */
    int version();
  }

  /** Returns the text of an object. O(its length). */
  public static String write(Form form) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(form);
    } catch (JsonProcessingException e) {
      throw new AssertionError("Texts and numbers have a form", e);
    }
  }

  /**
   * Reads what {@link #write} wrote. O(its length).
   *
   * @param version the one that can be read
   * @param what the objects are, in the plural, for messages
   * @param object returns the object of a form, or throws an IllegalArgumentException
   * @throws IllegalArgumentException if it is no such text, or of another version
   */
  public static <F extends Form, T> T read(
      String text, Class<F> type, int version, String what, Function<F, T> object) {
    try {
      Header header = HEADERS.readValue(text);
      if (header == null) {
        throw new IllegalArgumentException("These are no %s: null".formatted(what));
      }
      if (header.version() != version) {
        throw new IllegalArgumentException(
            "These are %s of version %d, which cannot be read; use the Trident that wrote them."
                .formatted(what, header.version()));
      }
      return object.apply(MAPPER.readValue(text, type));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("These are no %s: %s".formatted(what, e.getMessage()), e);
    }
  }
}
