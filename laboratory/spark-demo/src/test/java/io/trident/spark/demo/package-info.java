/** Tests of the demo. */
@NullMarked
package io.trident.spark.demo;

import org.jspecify.annotations.NullMarked;
