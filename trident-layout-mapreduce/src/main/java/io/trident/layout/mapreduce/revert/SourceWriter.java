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
package io.trident.layout.mapreduce.revert;

import java.io.Closeable;
import java.io.IOException;

/** Writes what one reduce has of the source files. */
interface SourceWriter extends Closeable {
  /**
   * Adds the row at a place; places ascend.
   *
   * @throws IOException if it cannot be written, or rows are missing before it
   */
  void add(long place, byte[] record) throws IOException;

  /**
   * Ends all files, those without rows included.
   *
   * @throws IOException if they cannot be written, or rows are missing
   */
  void finish() throws IOException;
}
