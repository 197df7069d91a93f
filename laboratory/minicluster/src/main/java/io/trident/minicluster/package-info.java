/** A tiered multi-rack HDFS and YARN in one process, configured by the examples in conf/. */
@NullMarked
package io.trident.minicluster;

import org.jspecify.annotations.NullMarked;
