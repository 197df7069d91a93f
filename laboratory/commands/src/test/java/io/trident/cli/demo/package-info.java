/** Tests of the demo and of the commands that ask a cluster. */
@NullMarked
package io.trident.cli.demo;

import org.jspecify.annotations.NullMarked;
