/** {@code trident demo}: real jobs on a tiered cluster, with the stock schedulers and Trident. */
@NullMarked
package io.trident.lab.demo;

import org.jspecify.annotations.NullMarked;
