/**
 * An effect happens at most once per key, and its outcome is replayed. Start with {@link dev.oncemore.once.Once}.
 *
 * <p>There are two modes: an effect on the store's own database commits together with its record; an effect on another
 * system is claimed under a lease, runs with a key for that system, and is recorded with a fence that a deposed owner
 * cannot pass.
 */
@NullMarked
package dev.oncemore.once;

import org.jspecify.annotations.NullMarked;
