package dev.oncemore.jdbc.internal.sql;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tables that classify database failures: by SQL state first, by the vendor's code where the state is not specific. A
 * connection that was lost leaves the outcome unknown, one that was never made does not.
 */
public final class SqlFailures {
    private static final int MARIADB_LOCK_WAIT_TIMEOUT = 1205;
    private static final int MARIADB_DEADLOCK = 1213;
    private static final int MARIADB_CHANGED_SINCE_READ = 1020;
    private static final int MARIADB_READ_ONLY = 1290;
    private static final int MYSQL_STATEMENT_TIMEOUT = 3024;

    private static final int MARIADB_READ_ONLY_TRANSACTION = 1792;
    private static final Pattern CLOSED_POOL =
            Pattern.compile("(?i)(data ?source|pool)\\b.*\\b(is|was|has been) (already )?(closed|shut ?down)");

    private static final int SQLITE_ERROR = 1;
    private static final int SQLITE_BUSY = 5;
    private static final int SQLITE_LOCKED = 6;
    private static final int SQLITE_INTERRUPT = 9;
    private static final int SQLITE_READ_ONLY = 8;
    private static final int SQLITE_IO_ERROR = 10;
    private static final int SQLITE_FULL = 13;
    private static final int SQLITE_SCHEMA = 17;
    private static final int SQLITE_CONSTRAINT = 19;

    private SqlFailures() {}

    /** Classifies a failure; null when neither its state nor its code is known. */
    public static @Nullable Classification verdictOf(SQLException failure) {
        String words = words(failure);
        if (isSqlite(failure)) {
            return ofSqlite(failure.getErrorCode(), words);
        }
        Classification classification = ofVendorCode(failure.getErrorCode(), words);
        String state = failure.getSQLState();
        if (classification == null && (state == null || state.startsWith("08"))) {
            classification = ofType(failure, words);
        }
        return classification == null && state != null && state.length() == 5 ? ofState(state, words) : classification;
    }

    /** Whether the transaction was undone for the sake of others, so that the whole of it can simply be repeated. */
    public static boolean isConflict(SQLException failure) {
        Classification classification = verdictOf(failure);
        return classification != null
                && classification.kind() == FailureKind.TRANSIENT
                && (failure.getErrorCode() == MARIADB_CHANGED_SINCE_READ
                        || String.valueOf(failure.getSQLState()).startsWith("40")
                        || isBusy(failure));
    }

    /** SQLite has no SQL states; its busy timeout was over. */
    private static boolean isBusy(SQLException failure) {
        int code = failure.getErrorCode() & 0xff;
        return isSqlite(failure) && (code == SQLITE_BUSY || code == SQLITE_LOCKED);
    }

    /** Whether the pool was closed by the application: pools say so in words only, and without an SQL state. */
    public static boolean isClosedPool(SQLException failure) {
        return failure.getSQLState() == null
                && failure.getMessage() != null
                && CLOSED_POOL.matcher(failure.getMessage()).find();
    }

    public static boolean isMissingTable(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.equals("42P01")
                || state.equals("42883") // a function, which PostgreSQL's script makes as well
                || state.equals("42S02")
                || (isSqlite(failure) && words(failure).contains("no such table"));
    }

    /** Whether it was a write where only reads are allowed: a standby, a read-only transaction, connection or file. */
    public static boolean isReadOnly(SQLException failure) {
        if (isSqlite(failure)) {
            return (failure.getErrorCode() & 0xff) == SQLITE_READ_ONLY;
        }
        return "25006".equals(failure.getSQLState())
                || failure.getErrorCode() == MARIADB_READ_ONLY
                || failure.getErrorCode() == MARIADB_READ_ONLY_TRANSACTION;
    }

    private static @Nullable Classification ofVendorCode(int code, String words) {
        return switch (code) {
            case MARIADB_LOCK_WAIT_TIMEOUT -> Classification.throttled(words).causedBy(TimeoutKind.LOCK);
            case MARIADB_DEADLOCK, MARIADB_CHANGED_SINCE_READ -> Classification.transientFailure(words);
            case MARIADB_READ_ONLY, MARIADB_READ_ONLY_TRANSACTION -> Classification.permanent(words);
            case MYSQL_STATEMENT_TIMEOUT ->
                Classification.transientFailure(words).causedBy(TimeoutKind.REQUEST);
            default -> null;
        };
    }

    private static @Nullable Classification ofState(String state, String words) {
        return switch (state) {
            case "08001", "08004", "57P03" -> Classification.transientFailure(words); // no connection was made
            case "40003", "57P01", "57P02", "57P04", "57P05" -> Classification.unknownOutcome(words);
            case "55P03" -> Classification.throttled(words).causedBy(TimeoutKind.LOCK);
            case "57014", "70100" -> Classification.transientFailure(words).causedBy(TimeoutKind.REQUEST);
            // PostgreSQL has ended the session, and with it rolled the transaction back.
            case "25P03", "25P04" -> Classification.transientFailure(words).causedBy(TimeoutKind.TRANSACTION);
            case "42501" -> Classification.permanent(words);
            case "25P02" -> Classification.programmerError(words);
            default -> ofStateClass(state.substring(0, 2), words);
        };
    }

    private static @Nullable Classification ofStateClass(String stateClass, String words) {
        return switch (stateClass) {
            case "08" -> Classification.unknownOutcome(words);
            case "40" -> Classification.transientFailure(words);
            case "53" -> Classification.throttled(words);
            case "23", "44" -> constraint(words);
            case "0A", "07", "26", "42" -> Classification.programmerError(words);
            case "21", "22", "25", "28", "3D", "3F", "54", "55", "58", "XX" -> Classification.permanent(words);
            default -> null;
        };
    }

    private static Classification ofSqlite(int code, String words) {
        return switch (code & 0xff) {
            case SQLITE_BUSY, SQLITE_LOCKED ->
                Classification.transientFailure(words).causedBy(TimeoutKind.LOCK);
            case SQLITE_INTERRUPT, SQLITE_SCHEMA -> Classification.transientFailure(words);
            case SQLITE_FULL -> Classification.throttled(words);
            case SQLITE_IO_ERROR -> Classification.unknownOutcome(words);
            case SQLITE_CONSTRAINT -> constraint(words);
            case SQLITE_ERROR -> Classification.programmerError(words);
            default -> Classification.permanent(words);
        };
    }

    /** Leaves doubt: the conflicting row may come from an earlier attempt whose reply was lost. */
    private static Classification constraint(String words) {
        return Classification.rejected(words).with(Doubt.LEAVES);
    }

    private static @Nullable Classification ofType(SQLException failure, String words) {
        if (failure instanceof SQLTransientConnectionException) {
            return Classification.transientFailure(words).causedBy(TimeoutKind.CONNECT); // a pool that had none to give
        }
        if (failure.getSQLState() != null) {
            return null; // which says more than the type
        }
        if (failure instanceof SQLTimeoutException) {
            return Classification.unknownOutcome(words).causedBy(TimeoutKind.REQUEST);
        }
        return failure instanceof SQLRecoverableException || failure instanceof SQLNonTransientConnectionException
                ? Classification.unknownOutcome(words)
                : null;
    }

    private static boolean isSqlite(SQLException failure) {
        return failure.getClass().getName().startsWith("org.sqlite.");
    }

    private static String words(SQLException failure) {
        String state = failure.getSQLState();
        return failure.getMessage() + (state == null ? "" : " (SQL state " + state + ")");
    }
}
