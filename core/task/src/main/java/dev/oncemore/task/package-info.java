/**
 * Work that survives any crash and is retried until it is done or dead. Start with {@link dev.oncemore.task.Tasks}.
 *
 * <p>A task is enqueued, optionally in one transaction with the user's own rows; workers claim it under a lease, run
 * its handler, and end the claim according to the handler's verdict. A handler may run more than once, and gets a key
 * to keep its effects from repeating.
 */
@NullMarked
package dev.oncemore.task;

import org.jspecify.annotations.NullMarked;
