/**
 * What a comparison of schedulers measured, wherever it ran: one line of JSON per run, which tables
 * and figures are made from.
 */
@NullMarked
package io.trident.benchmarks.results;

import org.jspecify.annotations.NullMarked;
