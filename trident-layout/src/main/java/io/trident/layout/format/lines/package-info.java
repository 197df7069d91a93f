/**
 * Formats of lines: text, CSV and JSON lines.
 *
 * <p>A record is the bytes up to a line feed, which is not part of it; a carriage return before it
 * is. An extent is the table's header, if it has one, and each record with a line feed. So records
 * come back byte for byte, whatever they hold. Only that a file has no line feed at its end is not
 * kept: its last record has one in an extent.
 */
@NullMarked
package io.trident.layout.format.lines;

import org.jspecify.annotations.NullMarked;
