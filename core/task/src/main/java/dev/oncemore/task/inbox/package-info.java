/**
 * The way in: a message that is delivered more than once is handled once. Start with {@link dev.oncemore.task.inbox.Inbox}.
 *
 * <p>A message's id is claimed in the transaction of its handler, so that both are there or neither is. For every way in which
 * that can go wrong there is one answer that tells the consumer what to do with the message.
 */
@NullMarked
package dev.oncemore.task.inbox;

import org.jspecify.annotations.NullMarked;
