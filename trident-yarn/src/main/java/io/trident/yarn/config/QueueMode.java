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
package io.trident.yarn.config;

/** What the scheduler does with the preference maps of a queue's applications. */
public enum QueueMode {
  /** Containers are placed by them. */
  ON,
  /** Containers are placed as by the stock scheduler; maps are kept, so that they count once on. */
  OFF,
  /**
   * Containers are placed as by the stock scheduler; plans are made, and counted is what they would
   * have given.
   */
  SHADOW
}
