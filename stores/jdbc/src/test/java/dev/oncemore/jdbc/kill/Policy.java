package dev.oncemore.jdbc.kill;

import dev.oncemore.once.Operation;
import dev.oncemore.once.OperationBuilder;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.WhenUnknown;

/** What users can declare for outcomes that nobody knows. */
enum Policy {
    RUN_AGAIN,
    RECONCILE,
    PARK;

    <O extends Operation<String>> O declare(OperationBuilder<String, O> operation, Ledger ledger) {
        return switch (this) {
            case RUN_AGAIN -> operation.whenUnknown(WhenUnknown.RUN_AGAIN).build();
            case RECONCILE ->
                operation
                        .whenUnknown(claim -> Reconciled.happenedIfPresent(ledger.receiptOf(claim.downstreamKey())))
                        .build();
            case PARK -> operation.whenUnknown(WhenUnknown.PARK).build();
        };
    }

    /** The invoice of a test that is paid under this policy. */
    String invoice() {
        return "inv-" + name();
    }
}
