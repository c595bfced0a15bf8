/**
 * {@code Once} next to a handwritten table, on every store: effects per second, the latency of a single caller, and the cost of
 * a replay.
 *
 * <p>All subjects of a case work on the same server, with the same durable settings and the same pool of connections, and
 * store the same bytes. They take turns in short rounds within one run, so that a slow minute of the machine affects all.
 *
 * <p>No other library is measured yet. The JDBC store of {@code io.github.arun0009} (module {@code idempotent-rds}) was
 * planned, but the build could not resolve any release of it, and a copy would not be a fair measurement. By its sources it is
 * {@code naive} with a look-up before: a read, a claim and an update, each committed by itself.
 */
@NullMarked
package dev.oncemore.bench.once;

import org.jspecify.annotations.NullMarked;
