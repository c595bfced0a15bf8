/** {@code oncemore bench server}: a server in a process of its own, with much in its store and little memory. */
@NullMarked
package dev.oncemore.bench.server;

import org.jspecify.annotations.NullMarked;
