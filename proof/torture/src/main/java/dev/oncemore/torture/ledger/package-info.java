/**
 * The oracle: a ledger of the effects that really happened, and the rules that check results against it. Outcomes, records
 * and replies must not contradict the ledger.
 */
@NullMarked
package dev.oncemore.torture.ledger;

import org.jspecify.annotations.NullMarked;
