package dev.oncemore.retry.policy;

import java.util.Arrays;
import java.util.List;

/** Checks of settings that exist per kind of failure. */
final class Kinds {
    private Kinds() {}

    /** The kinds that are retried, in their order. */
    static List<FailureKind> retried() {
        return Arrays.stream(FailureKind.values())
                .filter(FailureKind::retryable)
                .toList();
    }

    /** Refuses a setting for a kind that is never retried: it could not take effect. */
    static FailureKind requireRetried(String setting, FailureKind kind) {
        if (!kind.retryable()) {
            throw new IllegalArgumentException(setting + ": " + PolicyWriter.written(kind)
                    + " is never retried; set it for "
                    + String.join(
                            ", ", retried().stream().map(PolicyWriter::written).toList()));
        }
        return kind;
    }
}
