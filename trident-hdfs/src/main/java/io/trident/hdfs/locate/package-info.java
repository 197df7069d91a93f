/** Where the blocks of a file are and on which tiers, as a client of HDFS sees it. */
@NullMarked
package io.trident.hdfs.locate;

import org.jspecify.annotations.NullMarked;
