/**
 * What the JSON codecs share, whichever Jackson they use: which types are values, the order of sets, and the words of a
 * refusal. The packages of Jackson 2 and 3 differ, so the calls to Jackson itself are in each adapter.
 */
@NullMarked
package dev.oncemore.json;

import org.jspecify.annotations.NullMarked;
