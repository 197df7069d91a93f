/** Where HDFS puts replicas: one on each storage tier. */
@NullMarked
package io.trident.hdfs.placement;

import org.jspecify.annotations.NullMarked;
