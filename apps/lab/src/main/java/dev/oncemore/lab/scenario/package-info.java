/** Situations in which a retry policy shows what it is worth, each a small system of its own with a sentence at its end. */
@NullMarked
package dev.oncemore.lab.scenario;

import org.jspecify.annotations.NullMarked;
