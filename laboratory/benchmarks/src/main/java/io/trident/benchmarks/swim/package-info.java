/**
 * Workloads in the format of SWIM, the Statistical Workload Injector for MapReduce: reading,
 * scaling and generating them.
 */
@NullMarked
package io.trident.benchmarks.swim;

import org.jspecify.annotations.NullMarked;
