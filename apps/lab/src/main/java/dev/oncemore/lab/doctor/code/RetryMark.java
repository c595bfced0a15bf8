package dev.oncemore.lab.doctor.code;

import java.util.List;
import java.util.Set;

/**
 * An annotation that makes a method be retried.
 *
 * @param library whose annotation it is
 * @param repeatsEverything whether it names no failures; false for a library that has them in its configuration
 * @param withoutJitter whether its delays are exact; false for a library that has them in its configuration
 * @param failures the failures that are retried, by internal name
 */
record RetryMark(
        String library, boolean repeatsEverything, boolean withoutJitter, int attempts, List<String> failures) {
    /** Failures before a request was sent, so that a retry cannot repeat an effect. */
    private static final Set<String> NOT_SENT = Set.of(
            "java/net/ConnectException",
            "java/net/UnknownHostException",
            "java/net/NoRouteToHostException",
            "java/net/http/HttpConnectTimeoutException",
            "org/apache/hc/client5/http/HttpHostConnectException",
            "org/apache/http/conn/ConnectTimeoutException");

    /** The same of an annotation that stands for this one, and may set its values. */
    RetryMark withoutDetails() {
        return new RetryMark(library, false, false, attempts, failures);
    }

    /** Whether only failures are retried before which nothing was sent. */
    static boolean onlyUnsent(List<String> failures) {
        return !failures.isEmpty() && NOT_SENT.containsAll(failures);
    }
}
