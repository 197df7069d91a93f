/** {@code trident tiers} and {@code trident explain}: read-only questions to a cluster. */
@NullMarked
package io.trident.cli.inspect;

import org.jspecify.annotations.NullMarked;
