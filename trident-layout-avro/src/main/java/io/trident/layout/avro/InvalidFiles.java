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
package io.trident.layout.avro;

import io.trident.layout.format.InvalidRecordException;

/** What is wrong with files of Avro. */
final class InvalidFiles {
  private InvalidFiles() {}

  /** A file that is none of Avro, or is not as it was written. */
  static InvalidRecordException corrupt(String file, String reason) {
    return new InvalidRecordException("%s cannot be read as Avro: %s".formatted(file, reason));
  }

  /** As {@link #corrupt(String, String)}, with the error that shows it. */
  static InvalidRecordException corrupt(String file, String reason, Exception cause) {
    InvalidRecordException corrupt = corrupt(file, reason + ": " + cause.getMessage());
    corrupt.initCause(cause);
    return corrupt;
  }
}
