/**
 * The retry engine: it repeats a call only if that is safe and useful, within a deadline and a budget. Start with
 * {@link dev.oncemore.retry.Retry}, configured by a {@link dev.oncemore.retry.policy.RetryPolicy}.
 *
 * <p>Limits apply in one fixed order: deadline, budget, breaker, limiter, attempt timeout, call. Blocking calls run on the
 * caller's thread; asynchronous ones never hold a thread while they wait.
 */
@NullMarked
package dev.oncemore.retry;

import org.jspecify.annotations.NullMarked;
