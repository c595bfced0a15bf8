/**
 * Conformance kits for stores of tasks: a store that passes them keeps the promises of
 * {@link dev.oncemore.task.store.TaskStore}. Inherit each kit, say how to open a store, and run it against the real thing.
 */
@NullMarked
package dev.oncemore.testkit.task;

import org.jspecify.annotations.NullMarked;
