/** Violations on purpose, for the tests of the architecture rules. */
@NullMarked
package dev.oncemore.retry.planted;

import org.jspecify.annotations.NullMarked;
