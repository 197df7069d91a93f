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
package io.trident.core.prefetch;

/** What a task reads from that starts before its block is cached, in lower case with dashes. */
public enum LateReads {
  /** From the device, as if the block were not being cached; so the paper has it. */
  FROM_DEVICE,
  /**
   * With the caching, whose end is the read's, if that is sooner: a DataNode caches a block by
   * locking its pages in the page cache, and serves readers from there what has been read already.
   */
  WITH_CACHING
}
