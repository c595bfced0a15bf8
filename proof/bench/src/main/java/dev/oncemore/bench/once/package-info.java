/**
 * {@code Once} next to the table that people write by hand: how many effects a second, how long a lone caller waits, what a
 * replay costs, on every store.
 *
 * <p>All subjects of a case work on the same server, with the same durable settings and the same pool of connections, and
 * store the same bytes. They take turns in short rounds within one run, so that a slow minute of the machine hits them all.
 *
 * <p>No other library takes part yet. The JDBC store of {@code io.github.arun0009} (module {@code idempotent-rds}) was meant
 * to, but when this was written the build could not resolve any release of it, and a copy would measure us and not them. By
 * its sources it is {@code naive} with a look-up before: a read, a claim and an update, each committed by itself.
 */
@NullMarked
package dev.oncemore.bench.once;

import org.jspecify.annotations.NullMarked;
