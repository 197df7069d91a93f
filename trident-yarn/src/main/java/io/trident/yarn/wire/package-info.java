/** Preference maps inside stock YARN resource requests. */
@NullMarked
package io.trident.yarn.wire;

import org.jspecify.annotations.NullMarked;
