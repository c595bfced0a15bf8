package dev.oncemore.observe.metrics;

import dev.oncemore.once.OnceEvent;
import dev.oncemore.once.record.RecordState;
import java.util.Locale;

/** Counts effects. The operation comes from the code; tenants, principals and keys are no labels. */
final class RecordMeters {
    private final Labelled meters;

    RecordMeters(Labelled meters) {
        this.meters = meters;
    }

    void on(OnceEvent event) {
        String operation = event.key().scope().operation();
        if (event instanceof OnceEvent.Claimed claimed) {
            // Registered before the first failure: a series that begins at one shows no increase.
            meters.counter(MeterName.IDEMPOTENCY_UNKNOWN, operation, "arisen");
            meters.counter(MeterName.IDEMPOTENCY_UNKNOWN, operation, "settled");
            meters.counter(MeterName.IDEMPOTENCY_DUPLICATES, operation, "unknown");
            if (claimed.leftBehind() == RecordState.UNKNOWN) {
                unknown(operation, "settled");
            }
        } else if (event instanceof OnceEvent.Finished finished) {
            count(MeterName.IDEMPOTENCY_RECORDS, operation, lower(finished.state()));
            if (finished.state() == RecordState.UNKNOWN) {
                unknown(operation, "arisen");
            }
        } else if (event instanceof OnceEvent.Resolved) {
            unknown(operation, "settled");
        } else if (event instanceof OnceEvent.HeldBack heldBack) {
            count(MeterName.IDEMPOTENCY_DUPLICATES, operation, lower(heldBack.state()));
        } else if (event instanceof OnceEvent.Mismatched) {
            count(MeterName.IDEMPOTENCY_MISMATCHES, operation);
        } else if (event instanceof OnceEvent.Deposed) {
            count(MeterName.IDEMPOTENCY_DEPOSED, operation);
        }
    }

    private void unknown(String operation, String change) {
        count(MeterName.IDEMPOTENCY_UNKNOWN, operation, change);
    }

    private void count(MeterName name, String... labels) {
        meters.counter(name, labels).increment();
    }

    private static String lower(RecordState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
