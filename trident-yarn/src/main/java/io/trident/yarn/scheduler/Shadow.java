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
package io.trident.yarn.scheduler;

import io.trident.core.request.PotentialContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * A container that a plan has, in shadow mode.
 *
 * @param candidate null if the offered node goes before the plan's candidates
 */
record Shadow(NodeType type, String host, String rack, @Nullable PotentialContainer candidate) {
  /** Whatever stock places: there was no choice. */
  static final Shadow AS_STOCK = new Shadow(NodeType.OFF_SWITCH, "", "", null);
}
