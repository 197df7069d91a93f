/** {@code trident demo}: real jobs on a tiered cluster, with the stock schedulers and Trident. */
@NullMarked
package io.trident.cli.demo;

import org.jspecify.annotations.NullMarked;
