/**
 * Ids that clients make: one for each intention, the same in every attempt.
 */
@NullMarked
package dev.oncemore.examples.ids;

import org.jspecify.annotations.NullMarked;
