/** {@code trident simulate}. */
@NullMarked
package io.trident.cli.simulate;

import org.jspecify.annotations.NullMarked;
