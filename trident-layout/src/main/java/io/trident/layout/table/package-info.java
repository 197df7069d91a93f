/** A logically replicated table as a directory: which file of it is what. */
@NullMarked
package io.trident.layout.table;

import org.jspecify.annotations.NullMarked;
