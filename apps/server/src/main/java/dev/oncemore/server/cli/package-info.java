/**
 * Operations on the command line, against a running server, or against a store without one. Tables for people,
 * {@code --json} for scripts. Exit codes: 0 done, 1 the server or the store could not do it, 2 wrong arguments, 3 there is no
 * such thing, or it has changed.
 */
@NullMarked
package dev.oncemore.server.cli;

import org.jspecify.annotations.NullMarked;
