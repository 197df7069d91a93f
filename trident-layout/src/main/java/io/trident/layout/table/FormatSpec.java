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
package io.trident.layout.table;

import java.util.Map;

/**
 * The row format of a table.
 *
 * @param name of the format
 * @param version of the format; extents are written and rebuilt by this one
 * @param options of the format
 */
public record FormatSpec(String name, int version, Map<String, String> options) {
  /** Copies the options. */
  public FormatSpec {
    options = Map.copyOf(options);
  }
}
