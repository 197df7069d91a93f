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
 * One rate as it was measured.
 *
 * @param what a tier or a link
 * @param where the node, or the two
 * @param declared what it should be, in MB/s
 * @param measured what it is, in MB/s
 */
public record RateCheck(String what, String where, double declared, double measured) {
  /** How far a rate may be off, as a share of what is declared. */
  public static final double TOLERANCE = 0.10;

  /** Whether the measured rate is the declared one, within the tolerance. */
  public boolean holds() {
    return Math.abs(measured - declared) <= TOLERANCE * declared;
  }
}
