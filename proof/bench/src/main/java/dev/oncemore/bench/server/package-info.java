/** {@code oncemore bench server}: a server in a separate process, with a large store and little memory. */
@NullMarked
package dev.oncemore.bench.server;

import org.jspecify.annotations.NullMarked;
