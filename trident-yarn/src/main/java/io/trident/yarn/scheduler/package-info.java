/** Algorithm 3 inside the Capacity, Fair and FIFO schedulers. */
@NullMarked
package io.trident.yarn.scheduler;

import org.jspecify.annotations.NullMarked;
