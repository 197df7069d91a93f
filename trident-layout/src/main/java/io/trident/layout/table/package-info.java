/**
 * A logically replicated table: its specification, how its files are cut into super-extents, and
 * which file of its directory is what.
 */
@NullMarked
package io.trident.layout.table;

import org.jspecify.annotations.NullMarked;
