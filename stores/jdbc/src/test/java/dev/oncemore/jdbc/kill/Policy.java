package dev.oncemore.jdbc.kill;

import dev.oncemore.once.Reconciler;
import dev.oncemore.once.WhenUnknown;

/** What users can declare for outcomes that nobody knows. */
enum Policy {
    RUN_AGAIN,
    RECONCILE,
    PARK;

    WhenUnknown declaredFor(Ledger ledger) {
        return switch (this) {
            case RUN_AGAIN -> WhenUnknown.runAgain();
            case RECONCILE ->
                WhenUnknown.reconcile(claim -> ledger.receiptOf(claim.downstreamKey())
                        .map(receipt -> Reconciler.Answer.happened(receipt))
                        .orElse(Reconciler.Answer.didNotHappen()));
            case PARK -> WhenUnknown.park();
        };
    }

    /** The invoice of a test that is paid under this policy. */
    String invoice() {
        return "inv-" + name();
    }
}
