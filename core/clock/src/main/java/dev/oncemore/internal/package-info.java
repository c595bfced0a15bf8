/** Checks that all modules of Oncemore share. Not API: only our own modules see this package. */
@NullMarked
package dev.oncemore.internal;

import org.jspecify.annotations.NullMarked;
