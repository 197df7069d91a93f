/** Tests of the demo and of the commands that ask a cluster. */
@NullMarked
package io.trident.lab.demo;

import org.jspecify.annotations.NullMarked;
