/**
 * The figures and tables of the paper's Section 7, drawn from results on file: what is missing is
 * run on the simulator, what the test bed left is read.
 */
@NullMarked
package io.trident.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
