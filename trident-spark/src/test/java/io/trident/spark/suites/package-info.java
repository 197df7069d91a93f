/**
 * Spark's own published test suites run against Trident's scheduler (profile {@code suites}): the
 * byte code of the suites is changed while it is loaded so that the stock classes are replaced, and
 * the replacements are counted.
 */
@NullMarked
package io.trident.spark.suites;

import org.jspecify.annotations.NullMarked;
