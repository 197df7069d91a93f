/**
 * The manifest of a super-extent: what is in which extent and bucket, and how to verify it. Its
 * bytes are described in {@code docs/layout-format.md}.
 */
@NullMarked
package io.trident.core.layout.manifest;

import org.jspecify.annotations.NullMarked;
