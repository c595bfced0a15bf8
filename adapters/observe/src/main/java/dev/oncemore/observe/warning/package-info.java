/** Warnings that do not flood the log. Not exported. */
@NullMarked
package dev.oncemore.observe.warning;

import org.jspecify.annotations.NullMarked;
