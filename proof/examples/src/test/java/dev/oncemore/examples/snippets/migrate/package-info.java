/** The two sides of the guide to migration: code for other libraries, and the same for Oncemore. */
@NullMarked
package dev.oncemore.examples.snippets.migrate;

import org.jspecify.annotations.NullMarked;
