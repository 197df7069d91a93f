/** How likely an extent is unavailable, by formula (INSTalytics, 5.1). */
@NullMarked
package io.trident.core.layout.availability;

import org.jspecify.annotations.NullMarked;
