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

/**
 * The memory that a test bed takes of its machine.
 *
 * @param processes how many it runs, tasks of jobs included
 * @param processBytes their proportional set size: memory that several processes share counts once
 * @param volumeBytes what lies in the nodes' tmpfs: memory tiers and caches; 0 where nothing is
 *     isolated, as these are not volumes there
 */
public record MemoryUse(int processes, long processBytes, long volumeBytes) {
  /** Returns the memory of processes and volumes. */
  public long bytes() {
    return processBytes + volumeBytes;
  }
}
