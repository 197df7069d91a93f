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
package io.trident.core.request;

import io.trident.core.model.Locality;

/**
 * A container that Algorithm 3 considers or allocates.
 *
 * @param node the node it would be on
 * @param cost its assignment cost: score, c1 + score, or c2
 * @param locality by which kind of request it was found: node-local, rack-local or off-rack
 */
public record PotentialContainer(String node, double cost, Locality locality) {}
