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

import io.trident.core.text.StoredJson;
import java.util.List;
import java.util.SortedMap;

/** A {@link DomainMap} as it is kept, an object of JSON. */
public final class DomainMapJson {
  private static final int VERSION = 1;

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
      List<List<String>> homes)
      implements StoredJson.Form {}

  /** Returns the text of a map. */
  public static String write(DomainMap map) {
    return StoredJson.write(
        new Form(
            VERSION,
            map.domains().isolation(),
            map.domains().count(),
            map.domains().domainOf(),
            map.homes().stream().map(HomeRacks::sequence).toList()));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is no such text, or of another version
   */
  public static DomainMap read(String text) {
    return StoredJson.read(
        text,
        Form.class,
        VERSION,
        "failure domains",
        form ->
            new DomainMap(
                new FailureDomains(form.isolation(), form.count(), form.domains()),
                form.homes().stream().map(HomeRacks::new).toList()));
  }
}
