package dev.oncemore.examples.cases;

import dev.oncemore.jdbc.transaction.SqlClassifier;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Function;

/**
 * A failure that the matrix asks about.
 *
 * @param dependency what was called
 * @param operation what it was asked to do
 * @param isRead whether the operation changes nothing
 * @param failure what went wrong
 * @param classifiedBy how a policy classifies it
 */
record KnownFailure(
        String dependency,
        String operation,
        boolean isRead,
        String failure,
        Function<RetryPolicy, Classification> classifiedBy) {

    static KnownFailure status(int status, String meaning) {
        return status(status, meaning, Map.of());
    }

    static KnownFailure status(int status, String meaning, Map<String, String> headers) {
        return new KnownFailure(
                "HTTP API",
                "create (POST)",
                false,
                status + " " + meaning,
                policy -> HttpProbe.ofStatus(policy, status, headers));
    }

    static KnownFailure network(String failure, IOException thrown) {
        return new KnownFailure(
                "HTTP API", "create (POST)", false, failure, policy -> HttpProbe.ofFailure(policy, thrown));
    }

    static KnownFailure reading(String failure, IOException thrown) {
        return new KnownFailure("HTTP API", "read (GET)", true, failure, policy -> HttpProbe.ofFailure(policy, thrown));
    }

    static KnownFailure sql(String failure, String state) {
        return new KnownFailure(
                "PostgreSQL",
                "insert",
                false,
                failure + " (" + state + ")",
                policy -> SqlClassifier.before(policy.classifier()).classify(new SQLException(failure, state)));
    }

    static KnownFailure own(String failure, Exception thrown) {
        return new KnownFailure(
                "own code",
                "compute",
                false,
                failure,
                policy -> policy.classifier().classify(thrown));
    }
}
