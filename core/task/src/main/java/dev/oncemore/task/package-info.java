/**
 * Work that survives any crash and is attempted until it is done or dead. Start with {@link dev.oncemore.task.Tasks}.
 *
 * <p>A task is enqueued, with the user's own rows in one transaction where that is wanted; workers claim it under a lease, run
 * its handler, and end the claim by what the handler says. A handler may run more than once, and is given a key so that its
 * effects need not.
 */
@NullMarked
package dev.oncemore.task;

import org.jspecify.annotations.NullMarked;
