/**
 * A cluster on one machine: every node a network namespace with real daemons, storage tiers that
 * are as slow as declared, and shaped links.
 *
 * <p>{@link io.trident.testbed.Testbed} is the entry point; docs/design/0009-testbed.md explains
 * why it is built so.
 */
@NullMarked
package io.trident.testbed;

import org.jspecify.annotations.NullMarked;
