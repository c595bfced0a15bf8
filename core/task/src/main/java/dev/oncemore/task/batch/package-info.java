/**
 * Bulk work in chunks that commit, and that continues after any crash. Start with
 * {@link dev.oncemore.task.batch.Batch}.
 *
 * <p>A batch is a chain of tasks, one per chunk. The end of a chunk and the task for the next, which holds the position
 * in the source, commit together, and on the database's own connection together with the chunk's effects. An item that
 * fails is set aside, and the batch continues.
 */
@NullMarked
package dev.oncemore.task.batch;

import org.jspecify.annotations.NullMarked;
