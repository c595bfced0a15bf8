/**
 * What is kept of an effect, under which key, and where. A store has a few verbs on batches, each one conditional
 * statement; the algorithm on top of them, in {@code dev.oncemore.once}, is the same for all. A new store proves itself
 * with the conformance kit in the testkit.
 */
@NullMarked
package dev.oncemore.once.record;

import org.jspecify.annotations.NullMarked;
