/**
 * The records of effects, their keys, and the store interface. A store has a few operations on batches, each one
 * conditional statement; the algorithm on top of them, in {@code dev.oncemore.once}, is the same for all. A new store
 * is tested with the conformance kit in the testkit.
 */
@NullMarked
package dev.oncemore.once.record;

import org.jspecify.annotations.NullMarked;
