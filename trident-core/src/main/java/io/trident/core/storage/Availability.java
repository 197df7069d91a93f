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
package io.trident.core.storage;

/** Whether the tiers of a file are known, and if not, why. */
public enum Availability {
  /** The blocks and their tiers are known. */
  KNOWN,
  /** No storage that knows tiers holds the file. */
  NO_TIERS,
  /** The file is erasure-coded: no node holds a whole block. */
  ERASURE_CODED,
  /** The storage did not answer, or not in time. */
  UNREACHABLE,
  /** There is no such file. */
  MISSING,
  /** The user may not read the file. */
  FORBIDDEN
}
