/**
 * Outcomes and payloads as JSON, with Jackson. What is written today is read back tomorrow, by another release of the
 * program too: numbers exactly, times with their offset and zone, enums by name, and properties that came or went are no
 * obstacle. A type that could not be kept is refused before any effect runs.
 */
@NullMarked
package dev.oncemore.jackson;

import org.jspecify.annotations.NullMarked;
