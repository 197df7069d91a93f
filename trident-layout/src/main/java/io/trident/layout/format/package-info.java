/**
 * Row formats: how rows lie in files and extents.
 *
 * <p>A {@link io.trident.layout.format.RowFormat} is found by name and version. Opened for a table
 * it is a {@link io.trident.layout.format.FormatAdapter}, which turns bytes into <em>canonical
 * records</em> and back. A canonical record is all of a row, in bytes that are the same wherever
 * the row was read: keys are taken from it, it is shuffled and sorted, and an extent is written
 * from it. So nothing but an adapter knows what a row is.
 *
 * <p>Adapters read by ranges from a {@link io.trident.layout.format.ByteSource}, source files and
 * extents alike. A format of lines opens one range for a bucket; a columnar one opens the extent's
 * footer first, and then the row groups that are the bucket. When it writes, a bucket's end closes
 * a row group, and the end of the extent is its footer.
 */
@NullMarked
package io.trident.layout.format;

import org.jspecify.annotations.NullMarked;
