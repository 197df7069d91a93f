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
package io.trident.core.layout.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.SortedMap;

/** A {@link DomainMap} as it is kept, an object of JSON. */
public final class DomainMapJson {
  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private DomainMapJson() {}

  /**
   * The members of the object.
   *
   * @param domains by the name of a rack or node
   * @param homes for each domain the names of racks, by partition
   */
  private record Form(
      int version,
      Isolation isolation,
      int count,
      SortedMap<String, Integer> domains,
      List<List<String>> homes) {}

  /** Returns the text of a map. */
  public static String write(DomainMap map) {
    try {
      return MAPPER
          .writerWithDefaultPrettyPrinter()
          .writeValueAsString(
              new Form(
                  VERSION,
                  map.domains().isolation(),
                  map.domains().count(),
                  map.domains().domainOf(),
                  map.homes().stream().map(HomeRacks::sequence).toList()));
    } catch (JsonProcessingException e) {
      throw new AssertionError("Texts and numbers have a form", e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is no such text, or of another version
   */
  public static DomainMap read(String text) {
    try {
      Form form = MAPPER.readValue(text, Form.class);
      if (form.version() != VERSION) {
        throw new IllegalArgumentException(
            "Failure domains of version %d cannot be read; use the Trident that wrote them."
                .formatted(form.version()));
      }
      return new DomainMap(
          new FailureDomains(form.isolation(), form.count(), form.domains()),
          form.homes().stream().map(HomeRacks::new).toList());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "These are no failure domains: %s".formatted(e.getMessage()), e);
    }
  }
}
