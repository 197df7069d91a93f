/** Algorithm 3 inside the Capacity scheduler. */
@NullMarked
package io.trident.yarn.scheduler;

import org.jspecify.annotations.NullMarked;
