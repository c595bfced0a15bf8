/**
 * One JSON line for each event, with the field names that people filter by. Keys and payload fields can be masked.
 */
@NullMarked
package dev.oncemore.observe.log;

import org.jspecify.annotations.NullMarked;
