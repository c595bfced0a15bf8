/**
 * The oracle: a ledger of what really happened, and the rules by which it judges what was said about it. The ledger is the
 * truth; callers, records and replies are statements that must not contradict it.
 */
@NullMarked
package dev.oncemore.torture.ledger;

import org.jspecify.annotations.NullMarked;
