/**
 * Transactions that are repeated as a whole when the database undid them for the sake of others, and three patterns that
 * are right under concurrency without a lock of their own: the optimistic update that re-reads, the state transition, and
 * the insert by natural key.
 *
 * <p>All are correct at READ COMMITTED: each write is one conditional statement whose row count is checked, and it goes to
 * the same connection as the read before it, so that a lagging replica is never read.
 */
@NullMarked
package dev.oncemore.jdbc.transaction;

import org.jspecify.annotations.NullMarked;
