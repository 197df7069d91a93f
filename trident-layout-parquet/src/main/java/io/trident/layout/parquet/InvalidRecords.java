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
package io.trident.layout.parquet;

import io.trident.layout.format.InvalidRecordException;

/** What is wrong with rows and files of Parquet. */
final class InvalidRecords {
  private InvalidRecords() {}

  /** A file that is none of Parquet, or is not as it was written. */
  static InvalidRecordException corrupt(String file, Exception cause) {
    InvalidRecordException corrupt =
        new InvalidRecordException(
            "%s cannot be read as Parquet: %s".formatted(file, messageOf(cause)));
    corrupt.initCause(cause);
    return corrupt;
  }

  /** Of an error within others the last one that says something. */
  private static String messageOf(Exception cause) {
    String message = String.valueOf(cause.getMessage());
    for (Throwable next = cause.getCause(); next != null; next = next.getCause()) {
      if (next.getMessage() != null) {
        message = next.getMessage();
      }
    }
    return message;
  }
}
