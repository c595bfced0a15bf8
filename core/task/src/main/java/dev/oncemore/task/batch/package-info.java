/**
 * Much work of one kind, in chunks that commit, and that goes on where it was after any crash. Start with
 * {@link dev.oncemore.task.batch.Batch}.
 *
 * <p>A batch is a chain of tasks, one for each chunk. The end of a chunk and the task for the next, which holds the place in
 * the source, commit together, and on the database's own connection together with the chunk's effects. What is wrong with one
 * item is that item's business: it is set aside, and the batch goes on.
 */
@NullMarked
package dev.oncemore.task.batch;

import org.jspecify.annotations.NullMarked;
