/**
 * The paper's seven applications of HiBench that exist for Spark, as its users would write them.
 */
@NullMarked
package io.trident.spark.workloads;

import org.jspecify.annotations.NullMarked;
