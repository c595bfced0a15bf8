/**
 * Serving requests that may arrive more than once. {@link dev.oncemore.http.serve.IdempotencyFilter} executes a request
 * with an {@code Idempotency-Key} once and replays its response; {@link dev.oncemore.http.serve.AdmissionFilter}
 * rejects retries when they are too large a share of the traffic, and requests whose caller has stopped waiting. Both
 * are Jakarta Servlet 6 filters and need nothing else of their container.
 */
@NullMarked
package dev.oncemore.http.serve;

import org.jspecify.annotations.NullMarked;
