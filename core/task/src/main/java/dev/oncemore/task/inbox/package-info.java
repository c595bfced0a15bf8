/**
 * Incoming messages: a message that is delivered more than once is handled once. Start with
 * {@link dev.oncemore.task.inbox.Inbox}.
 *
 * <p>A message's id is claimed in the transaction of its handler, so that both commit or neither does. Every failure
 * maps to one result that states what the consumer must do with the message.
 */
@NullMarked
package dev.oncemore.task.inbox;

import org.jspecify.annotations.NullMarked;
