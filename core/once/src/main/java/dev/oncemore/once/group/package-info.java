/** Shares statements and commits among concurrent callers. For engines on top of a store, not for users. */
@NullMarked
package dev.oncemore.once.group;

import org.jspecify.annotations.NullMarked;
