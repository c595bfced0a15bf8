/**
 * The data model of tasks, and the operations that every task store implements. A new store implements
 * {@link dev.oncemore.task.store.TaskStore} and inherits its tests from the testkit.
 *
 * <p>A live task is a row that is claimable when its time has come; it has no status that could be wrong. A task that
 * was given up is a dead letter, and an ended one is in the log. A task is in exactly one of these places at any time,
 * and moves between them by single conditional statements.
 */
@NullMarked
package dev.oncemore.task.store;

import org.jspecify.annotations.NullMarked;
