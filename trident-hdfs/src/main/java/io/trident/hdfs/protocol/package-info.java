/** The protocol between tier look-ups and the NameNode plugin. */
@NullMarked
package io.trident.hdfs.protocol;

import org.jspecify.annotations.NullMarked;
