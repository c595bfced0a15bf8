/** The code that the documentation quotes, as tests of what the documentation says about it. */
@NullMarked
package dev.oncemore.examples.snippets;

import org.jspecify.annotations.NullMarked;
