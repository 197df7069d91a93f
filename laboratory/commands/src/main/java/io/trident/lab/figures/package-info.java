/** {@code trident figures}. */
@NullMarked
package io.trident.lab.figures;

import org.jspecify.annotations.NullMarked;
