/** {@code trident testbed}. */
@NullMarked
package io.trident.lab.testbed;

import org.jspecify.annotations.NullMarked;
