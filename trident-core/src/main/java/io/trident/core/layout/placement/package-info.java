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
/**
 * Where extents are stored: each dimension in racks of its own, and the same partitions of joined
 * files in the same racks (INSTalytics, sections 5.2 and 6.1).
 *
 * <p>The racks of a cluster are divided into {@link
 * io.trident.core.layout.placement.FailureDomains}, once; {@link
 * io.trident.core.layout.placement.DomainChoice} gives each dimension of a file a domain, and
 * {@link io.trident.core.layout.placement.HomeRacks} each partition a rack in it, and {@link
 * io.trident.core.layout.placement.HomeNodes} a node. {@link
 * io.trident.core.layout.placement.DomainMap} is what is kept of it. {@link
 * io.trident.core.layout.placement.ExtentHomes} lists the nodes for an extent when some are down,
 * and {@link io.trident.core.layout.placement.ExtentChoice} takes one of them.
 */
@NullMarked
package io.trident.core.layout.placement;

import org.jspecify.annotations.NullMarked;
