/**
 * A node of a torture run: a process of its own that works against a shared store until it is killed, and tells its parent
 * what it does and what it was told.
 */
@NullMarked
package dev.oncemore.torture.nemesis.node;

import org.jspecify.annotations.NullMarked;
