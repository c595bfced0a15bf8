package dev.oncemore.retry.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.UnknownServiceException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.MalformedInputException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertificateException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StandardClassifierTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ConnectException("refused"), FailureKind.TRANSIENT),
                Arguments.of(new UnknownHostException("bank"), FailureKind.TRANSIENT),
                Arguments.of(new HttpConnectTimeoutException("connect"), FailureKind.TRANSIENT),
                Arguments.of(new RejectedExecutionException("full"), FailureKind.THROTTLED),
                Arguments.of(new HttpTimeoutException("request"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new SocketTimeoutException("read"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new TimeoutException("late"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new SocketException("Connection reset"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new EOFException("cut"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new ProtocolException("Invalid status line"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new UnknownServiceException("type"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new UncheckedIOException(new ConnectException("refused")), FailureKind.TRANSIENT),
                Arguments.of(new NoSuchFileException("x"), FailureKind.PERMANENT),
                Arguments.of(new NullPointerException("x"), FailureKind.PROGRAMMER_ERROR),
                Arguments.of(new IllegalArgumentException("x"), FailureKind.PROGRAMMER_ERROR),
                Arguments.of(new NotSerializableException("Receipt"), FailureKind.PROGRAMMER_ERROR),
                Arguments.of(new InvalidClassException("Receipt"), FailureKind.PROGRAMMER_ERROR),
                Arguments.of(new UnsupportedEncodingException("latin"), FailureKind.PROGRAMMER_ERROR),
                Arguments.of(new UncheckedIOException(new MalformedInputException(1)), FailureKind.PROGRAMMER_ERROR),
                Arguments.of(new StreamCorruptedException("cut"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(
                        new SSLHandshakeException("no").initCause(new CertificateException("unknown")),
                        FailureKind.PERMANENT),
                Arguments.of(new SSLHandshakeException("closed"), FailureKind.TIMEOUT_UNKNOWN_OUTCOME),
                Arguments.of(new Exception("who knows"), FailureKind.PROGRAMMER_ERROR));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void knowsTheJdksOwnExceptions(Throwable failure, FailureKind kind) {
        assertThat(Classifier.standard().classify(failure).kind()).isEqualTo(kind);
    }

    /** Everything else may come after the effect. */
    @ParameterizedTest
    @MethodSource("failures")
    void onlyFailuresBeforeTheRequestLeaveNoDoubt(Throwable failure, FailureKind kind) {
        boolean isBefore = kind == FailureKind.TRANSIENT
                || kind == FailureKind.THROTTLED
                || (failure instanceof SSLHandshakeException && kind == FailureKind.PERMANENT);

        assertThat(Classifier.standard().classify(failure).doubt()).isEqualTo(isBefore ? Doubt.LEAVES : Doubt.RAISES);
    }

    @Test
    void anUnknownFailureIsNotRetryable_andSaysThatNoRuleKnowsIt() {
        Classification classification = Classifier.standard().classify(new Exception("who knows"));

        assertThat(classification.retryable()).isFalse();
        assertThat(classification).hasToString("PROGRAMMER_ERROR Exception: who knows (no rule knows it)");
    }

    @Test
    void namesWhichWaitRanOut() {
        assertThat(Classifier.standard()
                        .classify(new HttpConnectTimeoutException("c"))
                        .timeout())
                .isEqualTo(TimeoutKind.CONNECT);
        assertThat(Classifier.standard()
                        .classify(new SocketTimeoutException("r"))
                        .timeout())
                .isEqualTo(TimeoutKind.READ);
        assertThat(Classifier.standard().classify(new IOException("x")).timeout())
                .isNull();
    }

    @Test
    void anExceptionThatKnowsItsVerdictIsBelieved() {
        assertThat(Classifier.standard().classify(new Busy()).kind()).isEqualTo(FailureKind.THROTTLED);
    }

    private static final class Busy extends Exception implements Classified {
        private static final long serialVersionUID = 1L;

        @Override
        public Classification classification() {
            return Classification.throttled("busy");
        }
    }
}
