/**
 * A discrete-event simulator of clusters that no machine here can run: Trident's own decisions on
 * modelled nodes, devices and links.
 */
@NullMarked
package io.trident.benchmarks.simulator;

import org.jspecify.annotations.NullMarked;
