/** Parity extents: what survives the loss of more than one dimension (INSTalytics, 5.1). */
@NullMarked
package io.trident.core.layout.parity;

import org.jspecify.annotations.NullMarked;
