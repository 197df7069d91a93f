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
package io.trident.testbed;

/** The storage tiers of a worker, fastest first. */
public enum Tier {
  /** A tmpfs, which HDFS knows as NVDIMM: it places no ordinary replica on RAM_DISK. */
  MEMORY("memory", "NVDIMM"),
  /** The faster loop device. */
  SSD("ssd", "SSD"),
  /** The slower loop device. */
  DISK("disk", "DISK");

  private final String directory;
  private final String storageType;

  Tier(String directory, String storageType) {
    this.directory = directory;
    this.storageType = storageType;
  }

  String directory() {
    return directory;
  }

  /** Returns HDFS's name for it. */
  public String storageType() {
    return storageType;
  }
}
