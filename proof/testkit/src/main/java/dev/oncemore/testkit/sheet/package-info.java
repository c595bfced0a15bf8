/** Files that somebody sends to do harm: for tests of whatever reads spreadsheets of strangers. */
@NullMarked
package dev.oncemore.testkit.sheet;

import org.jspecify.annotations.NullMarked;
