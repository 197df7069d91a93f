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
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.core.text.EnumNames;

/** How answers are written. */
enum OutputFormat {
  /** One line of JSON an answer, for programs. */
  JSON {
    @Override
    String render(Object answer) {
      try {
        return MAPPER.writeValueAsString(answer);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("No JSON for " + answer, e); // answers are plain records
      }
    }
  },
  /** The answer's {@code toString}, for people. */
  TEXT {
    @Override
    String render(Object answer) {
      return answer.toString();
    }
  };

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Returns the answer without a line break at the end. */
  abstract String render(Object answer);

  /** Returns the name as the option takes it. */
  @Override
  public String toString() {
    return EnumNames.dashed(this);
  }
}
