/** What a person on call can see and do, the same for the console, the HTTP API and the command line. Every act is audited. */
@NullMarked
package dev.oncemore.operations;

import org.jspecify.annotations.NullMarked;
