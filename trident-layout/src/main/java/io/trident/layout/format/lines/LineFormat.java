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
package io.trident.layout.format.lines;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.InvalidRecordException;
import java.util.List;
import java.util.function.Supplier;

/**
 * What tells one format of lines from another.
 *
 * @param header the bytes that each file begins with, its line feed included; may be empty
 * @param ends finds the ends of records
 * @param splittable whether each line feed ends a record, so that reading may begin anywhere
 * @param keys takes keys from records
 */
record LineFormat(byte[] header, Supplier<RecordEnds> ends, boolean splittable, KeyExtractor keys) {

  /** Takes keys from a record. */
  @FunctionalInterface
  interface KeyExtractor {
    List<Value> keys(byte[] record) throws InvalidRecordException;
  }
}
