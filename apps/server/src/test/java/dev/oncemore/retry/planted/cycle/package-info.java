/** One half of a cycle of packages. */
@NullMarked
package dev.oncemore.retry.planted.cycle;

import org.jspecify.annotations.NullMarked;
