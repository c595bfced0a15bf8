/**
 * Suspending calls, effects and task handlers. They run on the asynchronous engines of the kernels, so limits, doubt and
 * ownership are the same; no thread waits for a delay, and nothing that was started outlives its coroutine.
 */
@NullMarked
package dev.oncemore.kotlin;

import org.jspecify.annotations.NullMarked;
