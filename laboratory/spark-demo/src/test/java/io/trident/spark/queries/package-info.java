/** Tests of the demo. */
@NullMarked
package io.trident.spark.queries;

import org.jspecify.annotations.NullMarked;
