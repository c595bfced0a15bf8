/**
 * A node of a torture run: a separate process that works on a shared store until it is killed, and reports its actions and
 * outcomes to its parent.
 */
@NullMarked
package dev.oncemore.torture.nemesis.node;

import org.jspecify.annotations.NullMarked;
