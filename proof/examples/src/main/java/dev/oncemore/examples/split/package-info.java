/**
 * Shared expenses: two phones enter the same dinner, and one of them was offline.
 */
@NullMarked
package dev.oncemore.examples.split;

import org.jspecify.annotations.NullMarked;
