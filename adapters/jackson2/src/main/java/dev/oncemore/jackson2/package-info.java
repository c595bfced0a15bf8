/**
 * Outcomes and payloads as JSON, with Jackson 2: the same JSON and the same promises as those of {@code oncemore-jackson},
 * which is for Jackson 3, so that a program can move from one to the other and still replay what it stored.
 */
@NullMarked
package dev.oncemore.jackson2;

import org.jspecify.annotations.NullMarked;
