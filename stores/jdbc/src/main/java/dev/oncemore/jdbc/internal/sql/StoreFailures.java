package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import java.sql.SQLException;

/** Converts a database failure to a store failure that says what to do next. */
public final class StoreFailures {
    private StoreFailures() {}

    /** Nothing was sent yet. */
    public static StoreException noConnection(SQLException cause) {
        if (SqlFailures.isClosedPool(cause)) {
            return new StoreException(
                    FailureKind.PERMANENT,
                    "the store's data source is closed; close workers and engines before their pool ("
                            + cause.getMessage() + ")",
                    cause);
        }
        Classification classification = SqlFailures.verdictOf(cause);
        boolean refused = classification != null && classification.kind() == FailureKind.PERMANENT;
        return new StoreException(
                refused ? FailureKind.PERMANENT : FailureKind.TRANSIENT,
                "the store could not get a connection: " + cause.getMessage(),
                cause);
    }

    public static StoreException missingTables(SQLException cause, Prefix prefix) {
        return new StoreException(
                FailureKind.PERMANENT,
                "the record store's tables are missing; call " + prefix.callToApply()
                        + ", or let your migrations run its scripts (" + cause.getMessage() + ")",
                cause);
    }

    public static StoreException of(SQLException cause, Mode mode) {
        if (SqlFailures.isMissingTable(cause)) {
            return new StoreException(
                    FailureKind.PERMANENT,
                    "a table is missing; call apply() on the schema, as in JdbcStores.of(dataSource).schema().apply(), or"
                            + " let your migrations run its scripts (" + cause.getMessage() + ")",
                    cause);
        }
        if (SqlFailures.isReadOnly(cause)) {
            return new StoreException(FailureKind.PERMANENT, readOnly(mode) + cause.getMessage(), cause);
        }
        Classification classification = SqlFailures.verdictOf(cause);
        FailureKind kind = classification == null ? FailureKind.PERMANENT : classification.kind();
        return switch (kind) {
            case TRANSIENT ->
                new StoreException(
                        kind,
                        (classification != null && classification.timeout() == TimeoutKind.TRANSACTION
                                        ? "the transaction took longer than the database allows, and was rolled back: "
                                        : conflict(mode))
                                + cause.getMessage(),
                        cause);
            case THROTTLED ->
                new StoreException(
                        kind,
                        (classification != null && classification.timeout() == TimeoutKind.LOCK
                                        ? "in progress: another transaction holds the row for longer than this one may"
                                                + " wait: "
                                        : "the database is overloaded: ")
                                + cause.getMessage(),
                        cause);
            case TIMEOUT_UNKNOWN_OUTCOME ->
                new StoreException(
                        kind,
                        "the connection was lost, so it is unknown whether it was written; try again: "
                                + cause.getMessage(),
                        cause);
            default -> new StoreException(FailureKind.PERMANENT, "the store failed: " + cause.getMessage(), cause);
        };
    }

    /** Whether another transaction held a row for longer than this one was to wait. */
    public static boolean isLockedByOthers(StoreException failure) {
        Classification classification =
                failure.getCause() instanceof SQLException cause ? SqlFailures.verdictOf(cause) : null;
        return classification != null
                && classification.kind() == FailureKind.THROTTLED
                && classification.timeout() == TimeoutKind.LOCK;
    }

    private static String readOnly(Mode mode) {
        return mode == Mode.JOINED
                ? "this transaction is read-only, but records and tasks are written: begin one that may write (with"
                        + " Spring, without readOnly = true), on the primary: "
                : "this connection is read-only, but records and tasks are written: connect to the primary, and make"
                        + " neither its transactions nor the pool's connections read-only: ";
    }

    private static String conflict(Mode mode) {
        return mode == Mode.JOINED
                ? "in conflict with another transaction: roll back, and retry the whole transaction: "
                : "in conflict with other transactions; try again: ";
    }
}
