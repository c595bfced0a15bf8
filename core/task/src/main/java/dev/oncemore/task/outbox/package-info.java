/**
 * Outgoing messages: tasks enqueued with the user's rows are forwarded to another system. A
 * {@link dev.oncemore.task.outbox.Sink} is that system, and a {@link dev.oncemore.task.outbox.Relay} is the handler
 * that forwards tasks to it.
 */
@NullMarked
package dev.oncemore.task.outbox;

import org.jspecify.annotations.NullMarked;
