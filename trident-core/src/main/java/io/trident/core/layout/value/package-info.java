/** Values of a column that rows are partitioned by: their order and Spark's hash of them. */
@NullMarked
package io.trident.core.layout.value;

import org.jspecify.annotations.NullMarked;
