/**
 * An effect happens at most once per key, and its outcome is replayed. Start with {@link dev.oncemore.once.Once}.
 *
 * <p>Two modes: an effect on the store's own database commits together with its record, or not at all; an effect elsewhere
 * is claimed under a lease, runs with a key for the other side, and is recorded with a fence that a deposed owner cannot
 * pass.
 */
@NullMarked
package dev.oncemore.once;

import org.jspecify.annotations.NullMarked;
