/** Configuration of Trident inside the resource manager. */
@NullMarked
package io.trident.yarn.config;

import org.jspecify.annotations.NullMarked;
