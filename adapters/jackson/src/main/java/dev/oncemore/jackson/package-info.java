/**
 * Outcomes and payloads as JSON, with Jackson. Stored values stay readable for later releases of the program: numbers
 * are exact, times keep their offset and zone, enums are stored by name, and properties may be added or removed. A type
 * that cannot be stored is refused before any effect runs.
 */
@NullMarked
package dev.oncemore.jackson;

import org.jspecify.annotations.NullMarked;
