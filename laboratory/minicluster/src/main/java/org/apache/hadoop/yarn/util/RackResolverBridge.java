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
package org.apache.hadoop.yarn.util;

/**
 * Makes YARN look racks up anew. In this package, as Hadoop keeps the way to do so for its own
 * tests: the racks of a JVM's first cluster would hold for all that follow, and further nodes of
 * these would be in none.
 */
public final class RackResolverBridge {
  private RackResolverBridge() {}

  /** Forgets racks and the configuration that they came from; the next cluster sets both. */
  public static void forget() {
    RackResolver.reset();
  }
}
