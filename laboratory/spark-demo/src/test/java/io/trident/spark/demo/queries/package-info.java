/** Tests of the demo. */
@NullMarked
package io.trident.spark.demo.queries;

import org.jspecify.annotations.NullMarked;
