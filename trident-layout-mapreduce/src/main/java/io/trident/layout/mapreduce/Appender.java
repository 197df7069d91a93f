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
package io.trident.layout.mapreduce;

import java.io.IOException;

/** Puts finished super-extents into a table. */
@FunctionalInterface
public interface Appender {
  /**
   * Moves all super-extents of a build directory into a table, and renames the source, as one step:
   * readers find all of the rows in the table or none. If this was done already, nothing happens.
   *
   * @param build absolute path, without scheme
   * @param table absolute path, without scheme
   * @param source absolute path, without scheme
   * @param kept absolute path, without scheme; there is nothing
   * @return {@code kept}
   * @throws IOException if it is not possible; all is as before
   */
  String append(String build, String table, String source, String kept) throws IOException;
}
