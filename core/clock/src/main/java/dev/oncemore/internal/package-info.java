/** Checks shared by all modules of Oncemore. Not API: only Oncemore's own modules see this package. */
@NullMarked
package dev.oncemore.internal;

import org.jspecify.annotations.NullMarked;
