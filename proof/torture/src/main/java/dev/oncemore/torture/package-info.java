/**
 * Shows that compositions keep the promise: nets that attack Oncemore and judge each history by a ledger of what really
 * happened, and the command {@code oncemore torture} that runs them.
 */
@NullMarked
package dev.oncemore.torture;

import org.jspecify.annotations.NullMarked;
