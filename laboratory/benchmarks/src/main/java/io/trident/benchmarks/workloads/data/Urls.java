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
package io.trident.benchmarks.workloads.data;

/** Addresses of pages: 10 to 100 characters, uniformly, all different. */
final class Urls {
  private static final int LEAST = 10;
  private static final int MOST = 100;

  private Urls() {}

  /** Returns the address of a page, by its number from 0. */
  static String of(long page) {
    StringBuilder url = new StringBuilder(MOST).append('p').append(page).append('.');
    long hash = page * 0x9E37_79B9_7F4A_7C15L;
    int length = LEAST + (int) Long.remainderUnsigned(hash >>> 8, MOST - LEAST + 1);
    for (int i = 0; url.length() < length; i++) {
      hash = hash * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      url.append(i % 8 == 7 ? '/' : (char) ('a' + (int) Long.remainderUnsigned(hash >>> 33, 26)));
    }
    return url.toString();
  }
}
