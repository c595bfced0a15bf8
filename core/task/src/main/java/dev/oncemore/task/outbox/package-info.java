/**
 * The way out: what was enqueued with the user's rows is handed to another system. A {@link dev.oncemore.task.outbox.Sink} is
 * that system, and a {@link dev.oncemore.task.outbox.Relay} is the handler that hands tasks to it.
 */
@NullMarked
package dev.oncemore.task.outbox;

import org.jspecify.annotations.NullMarked;
