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
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** Fills the templates of HTML pages, which have no outside parts. */
public final class Page {
  private Page() {}

  /**
   * Returns a page.
   *
   * @param template name of the template, a resource beside this class
   * @param parts what replaces each {@code {{name}}} of the template; the style is added
   */
  public static String of(String template, Map<String, String> parts) throws IOException {
    String page = resource(template).replace("{{style}}", resource("report.css"));
    for (Map.Entry<String, String> part : parts.entrySet()) {
      page = page.replace("{{" + part.getKey() + "}}", part.getValue());
    }
    return page;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
