/**
 * Fault-injection tests of Oncemore, called nets, which check each history against a ledger of the effects that really
 * happened, and the command {@code oncemore torture} that runs them.
 */
@NullMarked
package dev.oncemore.torture;

import org.jspecify.annotations.NullMarked;
