/** Tests of the applications. */
@NullMarked
package io.trident.spark.workloads;

import org.jspecify.annotations.NullMarked;
