/** What Trident adds to a running NameNode. */
@NullMarked
package io.trident.hdfs.namenode;

import org.jspecify.annotations.NullMarked;
