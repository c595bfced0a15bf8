/** JSON with one object per line, written without a library. */
@NullMarked
package dev.oncemore.observe.json;

import org.jspecify.annotations.NullMarked;
