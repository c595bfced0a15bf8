/** Retention: what the server keeps for how long, and the purge that removes the rest in small batches. */
@NullMarked
package dev.oncemore.operations.purge;

import org.jspecify.annotations.NullMarked;
