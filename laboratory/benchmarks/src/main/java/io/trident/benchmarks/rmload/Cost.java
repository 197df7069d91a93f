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
package io.trident.benchmarks.rmload;

/**
 * What some work took.
 *
 * @param nanos time on the clock
 * @param cpuNanos CPU time
 * @param bytes bytes allocated in the heap
 */
record Cost(long nanos, long cpuNanos, long bytes) {
  static final Cost NONE = new Cost(0, 0, 0);

  Cost plus(Cost other) {
    return new Cost(nanos + other.nanos, cpuNanos + other.cpuNanos, bytes + other.bytes);
  }

  Cost minus(Cost other) {
    return new Cost(nanos - other.nanos, cpuNanos - other.cpuNanos, bytes - other.bytes);
  }
}
