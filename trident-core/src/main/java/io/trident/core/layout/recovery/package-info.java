/** Which reads rebuild lost extents, in which order, and what cannot be rebuilt. */
@NullMarked
package io.trident.core.layout.recovery;

import org.jspecify.annotations.NullMarked;
