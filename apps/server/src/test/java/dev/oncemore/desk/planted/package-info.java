/** Violations on purpose, for the tests of the architecture rules: an app that looks into those built on it. */
@NullMarked
package dev.oncemore.desk.planted;

import org.jspecify.annotations.NullMarked;
