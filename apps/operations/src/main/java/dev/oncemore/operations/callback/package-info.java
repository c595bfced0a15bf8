/**
 * Callbacks: a signed webhook when a task or a sheet has ended. A callback is written in the transaction of what it is about, and
 * its delivery in one transaction with the note that this end was told, so that none is lost and each end is told once.
 */
@NullMarked
package dev.oncemore.operations.callback;

import org.jspecify.annotations.NullMarked;
