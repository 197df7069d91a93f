/** {@code trident demo --engine spark}. */
@NullMarked
package io.trident.spark.demo;

import org.jspecify.annotations.NullMarked;
