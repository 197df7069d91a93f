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
package io.trident.core.layout.placement;

/** How good a node is for an extent; the first is the best. */
public enum Preference {
  /** In the dimension's failure domain, without anything of the extent's parity group. */
  APART,
  /** In the dimension's failure domain, beside a parity of the group, which has further copies. */
  BESIDE_PARITY,
  /** In the dimension's failure domain, beside an extent of the group. */
  BESIDE_EXTENT,
  /** In another domain, where no extent of the super-extent belongs. */
  OUTSIDE_DOMAIN
}
