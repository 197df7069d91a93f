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

/** What keeps the nodes of a test bed apart. */
public enum Isolation {
  /** Network namespaces, shaped links and throttled devices; needs root. */
  KERNEL(10),

  /** Loopback addresses alone: nothing is throttled, so times mean nothing. */
  LOOPBACK(127);

  private final int firstOctet;

  Isolation(int firstOctet) {
    this.firstOctet = firstOctet;
  }

  int firstOctet() {
    return firstOctet;
  }
}
