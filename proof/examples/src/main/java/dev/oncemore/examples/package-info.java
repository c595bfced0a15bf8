/**
 * Oncemore in use. Programs to run belong here; what the documentation quotes is in this module's tests, which also see
 * to it that the documentation quotes it rightly.
 */
@NullMarked
package dev.oncemore.examples;

import org.jspecify.annotations.NullMarked;
