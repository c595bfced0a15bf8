/**
 * Composition fuzzing: random nestings of Oncemore's parts around a fake bank, with random faults, in virtual time. A seed
 * makes one history, always the same; a history that breaks a promise is shrunk to the smallest that still does.
 */
@NullMarked
package dev.oncemore.torture.compose;

import org.jspecify.annotations.NullMarked;
