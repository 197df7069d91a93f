/** Keeps failures of Trident away from its hosts, and what it does for many within bounds. */
@NullMarked
package io.trident.core.guard;

import org.jspecify.annotations.NullMarked;
