/** {@code trident simulate}. */
@NullMarked
package io.trident.lab.simulate;

import org.jspecify.annotations.NullMarked;
