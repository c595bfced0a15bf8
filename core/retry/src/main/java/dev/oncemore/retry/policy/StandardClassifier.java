package dev.oncemore.retry.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.file.FileSystemException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.ConcurrentModificationException;
import java.util.NoSuchElementException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Classifies the JDK's own exceptions. The principle: only a failure that provably occurred before anything was sent is
 * safe to repeat; any later failure leaves the outcome unknown.
 */
enum StandardClassifier implements Classifier {
    INSTANCE;

    @Override
    public Classification classify(Throwable failure) {
        if (failure instanceof Classified classified) {
            return classified.classification();
        }
        if (failure instanceof UncheckedIOException && failure.getCause() != null) {
            return classify(failure.getCause());
        }
        String words = ClassifierRules.describe(failure);
        if (CodingFailures.includes(failure)) {
            return Classification.programmerError(words);
        }
        if (failure instanceof IOException ioFailure) {
            return ofInputOutput(ioFailure, words);
        }
        if (failure instanceof TimeoutException) {
            return Classification.unknownOutcome(words).causedBy(TimeoutKind.REQUEST);
        }
        if (failure instanceof RejectedExecutionException) {
            return Classification.throttled(words).causedBy(TimeoutKind.EXECUTOR);
        }
        return Classification.programmerError(isBug(failure) ? words : words + " (no rule knows it)");
    }

    private static Classification ofInputOutput(IOException failure, String words) {
        if (failure instanceof HttpConnectTimeoutException) {
            return Classification.transientFailure(words).causedBy(TimeoutKind.CONNECT);
        }
        if (failure instanceof ConnectException
                || failure instanceof NoRouteToHostException
                || failure instanceof PortUnreachableException
                || failure instanceof UnknownHostException) {
            return Classification.transientFailure(words);
        }
        if (failure instanceof HttpTimeoutException) {
            return Classification.unknownOutcome(words).causedBy(TimeoutKind.REQUEST);
        }
        if (failure instanceof SocketTimeoutException) {
            return Classification.unknownOutcome(words).causedBy(TimeoutKind.READ);
        }
        if (failure instanceof MalformedURLException || isUntrustedCertificate(failure)) {
            return Classification.permanent(words);
        }
        if (failure instanceof FileSystemException) {
            // It may be the file for the reply: the request was then carried out.
            return Classification.permanent(words).with(Doubt.RAISES);
        }
        // Including ProtocolException: a reply that is not valid HTTP also shows that the request arrived.
        return Classification.unknownOutcome(words);
    }

    /** The TLS handshake failed on a certificate: a broken configuration, and nothing was sent. */
    private static boolean isUntrustedCertificate(IOException failure) {
        Throwable at = failure.getCause();
        for (int i = 0; at != null && i < ClassifierRules.CAUSES_MAX; i++) {
            if (at instanceof CertificateException || at instanceof CertPathValidatorException) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static boolean isBug(Throwable failure) {
        return failure instanceof IllegalArgumentException
                || failure instanceof IllegalStateException
                || failure instanceof NullPointerException
                || failure instanceof ClassCastException
                || failure instanceof IndexOutOfBoundsException
                || failure instanceof UnsupportedOperationException
                || failure instanceof ArithmeticException
                || failure instanceof ArrayStoreException
                || failure instanceof NegativeArraySizeException
                || failure instanceof NoSuchElementException
                || failure instanceof ConcurrentModificationException;
    }
}
