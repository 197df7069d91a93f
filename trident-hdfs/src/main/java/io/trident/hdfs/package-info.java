/** Trident for HDFS: configuration shared by the tier look-up, the plugin and the placement. */
@NullMarked
package io.trident.hdfs;

import org.jspecify.annotations.NullMarked;
