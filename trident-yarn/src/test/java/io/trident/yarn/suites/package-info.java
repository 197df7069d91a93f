/**
 * Hadoop's own published test suites run against Trident's scheduler (profile {@code suites}): the
 * byte code of the tests and of the resource manager is changed while it is loaded so that the
 * stock scheduler is replaced, and the replacements are counted.
 */
@NullMarked
package io.trident.yarn.suites;

import org.jspecify.annotations.NullMarked;
