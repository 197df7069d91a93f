/** {@code trident testbed}. */
@NullMarked
package io.trident.cli.testbed;

import org.jspecify.annotations.NullMarked;
