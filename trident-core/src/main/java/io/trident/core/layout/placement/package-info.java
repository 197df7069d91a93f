/**
 * Where extents are stored: each dimension in racks of its own, and the same partitions of joined
 * files in the same racks (INSTalytics, sections 5.2 and 6.1).
 *
 * <p>The racks of a cluster are divided into {@link
 * io.trident.core.layout.placement.FailureDomains}, once; {@link
 * io.trident.core.layout.placement.DomainChoice} gives each dimension of a file a domain, and
 * {@link io.trident.core.layout.placement.HomeNodes} each partition a rack in it, and a node.
 */
@NullMarked
package io.trident.core.layout.placement;

import org.jspecify.annotations.NullMarked;
