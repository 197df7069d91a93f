/**
 * Rebuilds by rows in processes of their own, so that what an adapter does to its JVM it does not
 * do to the host's.
 *
 * <p>The host has {@link io.trident.layout.worker.Workers}, which start {@link
 * io.trident.layout.worker.WorkerMain} and give it one {@link io.trident.layout.worker.RebuildJob}
 * at a time. Both speak in {@link io.trident.layout.worker.Frames} over the process's standard
 * input and output. The host leads: it sends a job, and answers a read with a part of the range;
 * the worker opens, reads and closes ranges, sends the extent, and ends with how it went. So only
 * one side writes at a time. The host checks all that comes, and compares the extent with the
 * manifest itself.
 */
@NullMarked
package io.trident.layout.worker;

import org.jspecify.annotations.NullMarked;
