/** One JSON line per event, with stable field names for filters. Keys and payload fields can be masked. */
@NullMarked
package dev.oncemore.observe.log;

import org.jspecify.annotations.NullMarked;
