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

/** Puts a finished build directory in the place of a table. */
@FunctionalInterface
public interface Publisher {
  /**
   * Renames the table's directory and then the build directory, as one step: nobody sees the table
   * absent. A build directory with a specification becomes a table whose lost extents are rebuilt.
   * If this was done already, nothing happens.
   *
   * @param build absolute path, without scheme
   * @param table absolute path, without scheme
   * @param kept absolute path, without scheme; there is nothing
   * @return {@code kept}
   * @throws IOException if it is not possible; all is as before
   */
  String publish(String build, String table, String kept) throws IOException;
}
