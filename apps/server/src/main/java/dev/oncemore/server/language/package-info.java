/** The words of the pages that staff see, in English, Japanese and German, and what the desk says, in each of them. */
@NullMarked
package dev.oncemore.server.language;

import org.jspecify.annotations.NullMarked;
