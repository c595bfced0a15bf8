/**
 * Runnable examples. The snippets of the documentation are in this module's tests, which check that the documentation quotes
 * them exactly.
 */
@NullMarked
package dev.oncemore.examples;

import org.jspecify.annotations.NullMarked;
