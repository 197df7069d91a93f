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
package io.trident.hdfs.locate;

import io.trident.core.text.EnumNames;

/** Why a look-up knows less than it could; each is logged once and counted. */
enum Degradation {
  NOT_HDFS("the file is not on HDFS and has no tiers"),
  ERASURE_CODED("the file is erasure-coded and has no tiers"),
  UNREACHABLE("the NameNode could not be asked"),
  MISSING("there is no such file"),
  FORBIDDEN("the user may not read the file"),
  TIMED_OUT("the NameNode did not answer in time; its answer is used once it comes"),
  PLUGIN_ABSENT("the NameNode runs no Trident plugin; pending cache requests are not seen"),
  PLUGIN_SLOW("the NameNode's Trident plugin did not answer in time; HDFS is asked instead"),
  PLUGIN_BUSY(
      "the NameNode's Trident plugin has too much to do; what was known counts until it is asked"
          + " again"),
  PLUGIN_FAILED("the NameNode's Trident plugin gave no valid answer; HDFS is asked instead"),
  NO_BATCHES("the NameNode takes no calls for so many files; they are asked for one by one"),
  UNKNOWN_STORAGE_TYPE("a storage type is unknown and counts as DISK");

  private final String meaning;

  Degradation(String meaning) {
    this.meaning = meaning;
  }

  /** Returns what it means, in words for a log line. */
  String meaning() {
    return meaning;
  }

  /** Returns the name of its counter, such as {@code DegradedTimedOut}. */
  String counterName() {
    return "Degraded" + EnumNames.camelCase(this);
  }
}
