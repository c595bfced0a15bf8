/**
 * A chain of effects on several systems that ends completed, compensated, or with a person called. Start with {@link
 * dev.oncemore.task.saga.Saga} and {@link dev.oncemore.task.saga.Sagas}.
 *
 * <p>A saga is a task whose steps are records of {@link dev.oncemore.once.Once}. After a crash the task runs again: steps that
 * are done are read, not repeated, and what was under way is run again with the same key or undone, as declared.
 */
@NullMarked
package dev.oncemore.task.saga;

import org.jspecify.annotations.NullMarked;
