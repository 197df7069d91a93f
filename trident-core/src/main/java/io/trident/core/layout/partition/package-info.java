/** Which partition a value belongs to: ranges, hashes, and boundaries drawn from a sample. */
@NullMarked
package io.trident.core.layout.partition;

import org.jspecify.annotations.NullMarked;
