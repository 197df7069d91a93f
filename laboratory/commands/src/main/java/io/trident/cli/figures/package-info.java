/** {@code trident figures}. */
@NullMarked
package io.trident.cli.figures;

import org.jspecify.annotations.NullMarked;
