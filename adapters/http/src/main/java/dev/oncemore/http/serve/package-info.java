/**
 * Serving requests that may come more than once. {@link dev.oncemore.http.serve.IdempotencyFilter} lets a request with an
 * {@code Idempotency-Key} happen once and replays its response; {@link dev.oncemore.http.serve.AdmissionFilter} turns away
 * retries when they are too large a share of the traffic, and requests whose caller has stopped waiting. Both are Jakarta
 * Servlet 6 filters and need nothing else of their container.
 */
@NullMarked
package dev.oncemore.http.serve;

import org.jspecify.annotations.NullMarked;
