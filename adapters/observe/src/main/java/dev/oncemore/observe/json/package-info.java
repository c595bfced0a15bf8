/**
 * JSON of one object a line, written without a library.
 */
@NullMarked
package dev.oncemore.observe.json;

import org.jspecify.annotations.NullMarked;
