/**
 * Extents: they are written from rows, and rebuilt from others.
 *
 * <p>A host gives streams and byte ranges; all else is here. {@link
 * io.trident.layout.extent.ExtentWriter} writes one extent from rows that an engine sorted, {@link
 * io.trident.layout.extent.SuperExtentWriter} all of a small super-extent. {@link
 * io.trident.layout.extent.ExtentRebuilder} carries out one rebuild of a plan, and reports it as
 * done only if the manifest agrees.
 */
@NullMarked
package io.trident.layout.extent;

import org.jspecify.annotations.NullMarked;
