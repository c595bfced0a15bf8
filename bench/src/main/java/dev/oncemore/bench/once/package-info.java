/**
 * {@code Once} next to the table that people write by hand: how many effects a second, how long a lone caller waits, what a
 * replay costs, on every store.
 *
 * <p>All subjects of a case work on the same server, with the same durable settings and the same pool of connections, and
 * store the same bytes. They take turns in short rounds within one run, so that a slow minute of the machine hits them all.
 */
@NullMarked
package dev.oncemore.bench.once;

import org.jspecify.annotations.NullMarked;
