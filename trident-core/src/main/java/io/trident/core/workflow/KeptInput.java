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
package io.trident.core.workflow;

/** What a job does with outputs of other jobs that are kept in memory and that it reads. */
public enum KeptInput {
  /** Has them kept while it runs, and lets go of them when it has succeeded. */
  RELEASE,
  /** Has them kept while it runs; then they stay for the rest of their time. */
  HOLD,
  /** Neither looks for them nor prolongs their time. */
  IGNORE
}
