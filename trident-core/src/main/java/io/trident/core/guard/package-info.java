/** Keeps failures of Trident away from its hosts. */
@NullMarked
package io.trident.core.guard;

import org.jspecify.annotations.NullMarked;
