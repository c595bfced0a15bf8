/**
 * A sequence of effects on several systems that ends completed, compensated, or stuck until a person acts. Start with
 * {@link dev.oncemore.task.saga.Saga} and {@link dev.oncemore.task.saga.Sagas}.
 *
 * <p>A saga is a task whose steps are records of {@link dev.oncemore.once.Once}. After a crash the task runs again:
 * completed steps are read, not repeated, and a step that was running is repeated with the same key or undone, as
 * declared.
 */
@NullMarked
package dev.oncemore.task.saga;

import org.jspecify.annotations.NullMarked;
