package dev.oncemore.examples.cases;

import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.SteppedCall;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;

/**
 * What a policy does about each failure: retry, time limit, key, fallback. No cell is written by hand: the policy's classifier
 * says what a failure means, and an engine with the policy decides.
 *
 * @param rows a row for each failure, as long as the columns
 */
record FailureMatrix(List<List<String>> rows) {
    static final List<String> COLUMNS =
            List.of("dependency", "operation", "failure", "means", "retry?", "timeout?", "idempotency?", "fallback?");

    private static final int ATTEMPTS_MAX = 1_000;
    private static final List<KnownFailure> FAILURES = failures();

    static FailureMatrix of(RetryPolicy policy) {
        return new FailureMatrix(
                FAILURES.stream().map(failure -> row(failure, policy)).toList());
    }

    private static List<String> row(KnownFailure failure, RetryPolicy policy) {
        Classification classification = failure.classifiedBy().apply(policy);
        Safety safest = failure.isRead() ? Safety.readOnly() : Safety.keyed("case-1");
        boolean isRetried = isRetried(policy, safest, classification);
        boolean needsKey = isRetried && !failure.isRead() && !isRetried(policy, Safety.undeclared(), classification);
        GaveUp end = end(policy, safest, classification);
        return List.of(
                failure.dependency(),
                failure.operation(),
                failure.failure(),
                meaning(classification.kind()),
                isRetried ? needsKey ? "with a key" : "yes" : "no",
                classification.timeout() == null
                        ? "no"
                        : "yes: " + classification.timeout().name().toLowerCase(Locale.ROOT),
                idempotency(failure, isRetried, needsKey),
                end.allowsFallback() ? "yes" : end.mayHaveHappened() ? "no: it may have happened" : "no");
    }

    /** The word of the glossary for a kind. */
    private static String meaning(FailureKind kind) {
        // Its constant tells of timeouts, but a lost response or a 500 is no timeout.
        return kind == FailureKind.TIMEOUT_UNKNOWN_OUTCOME
                ? "unknown outcome"
                : kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String idempotency(KnownFailure failure, boolean isRetried, boolean needsKey) {
        if (!isRetried) {
            return "–";
        }
        return needsKey ? "required" : failure.isRead() ? "reads have it" : "not needed";
    }

    private static boolean isRetried(RetryPolicy policy, Safety safety, Classification classification) {
        SteppedCall call = SteppedCall.of(Retry.builder(policy).build(), safety);
        return call.start(() -> {}) == SteppedCall.Start.STARTED && call.failed(classification);
    }

    /** How the call ends if every attempt fails like this. */
    private static GaveUp end(RetryPolicy policy, Safety safety, Classification classification) {
        SteppedCall call = SteppedCall.of(Retry.builder(policy).build(), safety);
        for (int i = 0; i < ATTEMPTS_MAX && call.start(() -> {}) == SteppedCall.Start.STARTED; i++) {
            if (!call.failed(classification)) {
                break;
            }
        }
        GaveUp end = call.gaveUp();
        if (end == null) {
            throw new IllegalArgumentException("policy '" + policy.name() + "' makes more than " + ATTEMPTS_MAX
                    + " attempts, or waits for a limiter before the first");
        }
        return end;
    }

    /** The table for a terminal. */
    String text() {
        List<List<String>> lines =
                Stream.concat(Stream.of(COLUMNS), rows.stream()).toList();
        int[] widths = new int[COLUMNS.size()];
        lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        });
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder padded = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                padded.append(line.get(i))
                        .append(" ".repeat(widths[i] - line.get(i).length() + 2));
            }
            text.append(padded.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** The table as CSV, as RFC 4180 has it. */
    String csv() {
        return Stream.concat(Stream.of(COLUMNS), rows.stream())
                .map(line -> line.stream()
                        .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                        .collect(Collectors.joining(",", "", "\r\n")))
                .collect(Collectors.joining());
    }

    private static List<KnownFailure> failures() {
        SSLHandshakeException untrusted = new SSLHandshakeException("PKIX path building failed");
        untrusted.initCause(new CertificateException("not trusted"));
        return List.of(
                KnownFailure.network("host name unknown", new UnknownHostException("api.example.com")),
                KnownFailure.network("connection refused", new ConnectException("Connection refused")),
                KnownFailure.network("connect timeout", new HttpConnectTimeoutException("connect timed out")),
                KnownFailure.network(
                        "TLS handshake cut off", new SSLHandshakeException("Remote host terminated the handshake")),
                KnownFailure.network("certificate not trusted", untrusted),
                KnownFailure.network("no response in time", new HttpTimeoutException("request timed out")),
                KnownFailure.network("response lost", new IOException("Connection reset")),
                KnownFailure.reading("no response in time", new HttpTimeoutException("request timed out")),
                KnownFailure.reading("response lost", new IOException("Connection reset")),
                KnownFailure.status(400, "Bad Request"),
                KnownFailure.status(401, "Unauthorized"),
                KnownFailure.status(403, "Forbidden"),
                KnownFailure.status(404, "Not Found"),
                KnownFailure.status(408, "Request Timeout"),
                KnownFailure.status(409, "Conflict"),
                KnownFailure.status(412, "Precondition Failed"),
                KnownFailure.status(422, "Unprocessable Content"),
                KnownFailure.status(425, "Too Early"),
                KnownFailure.status(429, "Too Many Requests", Map.of("retry-after", "1")),
                KnownFailure.status(500, "Internal Server Error"),
                KnownFailure.status(501, "Not Implemented"),
                KnownFailure.status(502, "Bad Gateway"),
                KnownFailure.status(503, "Service Unavailable"),
                KnownFailure.status(504, "Gateway Timeout"),
                KnownFailure.sql("connection refused", "08001"),
                KnownFailure.sql("connection lost", "08006"),
                KnownFailure.sql("too many connections", "53300"),
                KnownFailure.sql("deadlock", "40P01"),
                KnownFailure.sql("serialization failure", "40001"),
                KnownFailure.sql("lock not available", "55P03"),
                KnownFailure.sql("statement timeout", "57014"),
                KnownFailure.sql("unique violation", "23505"),
                KnownFailure.sql("syntax error", "42601"),
                KnownFailure.own("thread pool full", new RejectedExecutionException("queue is full")),
                KnownFailure.own("null pointer", new NullPointerException("title")),
                KnownFailure.own("exception without a rule", new Exception("?")));
    }
}
