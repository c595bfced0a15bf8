package dev.oncemore.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.http.RetryAfter;
import dev.oncemore.http.RetryHeaders;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.Hedge;
import dev.oncemore.testkit.net.NetworkFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reply that follows a lost one says nothing about the attempt whose reply was lost. */
class DoubtfulReplyTest {
    private Faulty bank;

    @BeforeEach
    void start() throws Exception {
        bank = new Faulty();
    }

    @AfterEach
    void stop() throws Exception {
        bank.close();
    }

    private HttpRequest put() {
        return bank.request().PUT(BodyPublishers.ofString("x")).build();
    }

    private HttpRequest delete() {
        return bank.request().DELETE().build();
    }

    /** Loses the first reply; what the server then says is scripted by the test. */
    private void loseTheFirstReply() {
        bank.server.answer(200, "booked");
        bank.proxy.next(NetworkFault.dropReply());
    }

    private void refuseFromNowOn() {
        try {
            bank.proxy.refuseConnections();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** No thread advances the virtual time while a test waits for a future. */
    private RetryingHttpClient withoutDelay() {
        return bank.builder(Faulty.policy().backoff(Backoff.none()).build()).build();
    }

    private void assertInDoubt(Throwable thrown, String lastFailure) {
        assertThat(thrown)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(ConnectException.class)
                .hasMessageContaining(lastFailure)
                .hasMessageContaining("an earlier attempt may have taken effect");
        Classification classification = ((Classified) thrown).classification();
        assertThat(classification.kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
        assertThat(classification.doubt()).isEqualTo(Doubt.RAISES);
        assertThat(GaveUpException.mayHaveHappened(thrown)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 410, 412, 422, 501})
    void noRefusalIsHandedOut(int status) {
        for (HttpRequest request : new HttpRequest[] {bank.postWithKey(), put(), delete()}) {
            loseTheFirstReply();
            bank.server.answer(status, "no");
            assertInDoubt(catchThrowable(() -> bank.client().send(request, BodyHandlers.ofString())), "HTTP " + status);

            loseTheFirstReply();
            bank.server.answer(status, "no");
            Throwable async = catchThrowable(() ->
                    withoutDelay().sendAsync(request, BodyHandlers.ofString()).join());
            assertThat(async).isInstanceOf(CompletionException.class);
            assertInDoubt(async.getCause(), "HTTP " + status);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503, 425})
    void norIsAReplyThatSaysNotNow(int status) {
        loseTheFirstReply();
        bank.server.answer(status, "busy").answer(status, "busy");

        assertInDoubt(
                catchThrowable(() -> bank.client().send(bank.postWithKey(), BodyHandlers.ofString())),
                "HTTP " + status);
        assertThat(bank.server.seen()).hasSize(3);
    }

    @Test
    void aRefusedConnectionIsNoProofThatNothingWasSent() {
        RetryingHttpClient client = bank.builder(Faulty.policy().build())
                .listener(event -> refuseFromNowOn())
                .build();
        bank.proxy.next(NetworkFault.dropReply());

        assertInDoubt(
                catchThrowable(() -> client.send(bank.postWithKey(), BodyHandlers.ofString())),
                "TRANSIENT ConnectException");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 504, 408})
    void aReplyThatReportsAnUnknownOutcomeIsReturned(int status) throws Exception {
        loseTheFirstReply();
        bank.server.answer(status, "?").answer(status, "?");

        HttpResponse<String> response = bank.client().send(bank.postWithKey(), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("?");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 402, 404, 409, 422})
    void aReplayedReplyIsAnAnswer_andHandedOut(int status) throws Exception {
        loseTheFirstReply();
        bank.server.answer(status, "kept", RetryHeaders.REPLAYED, "true");
        assertThat(bank.client()
                        .send(bank.postWithKey(), BodyHandlers.ofString())
                        .body())
                .isEqualTo("kept");

        loseTheFirstReply();
        bank.server.answer(status, "kept", RetryHeaders.REPLAYED, "true");
        assertThat(withoutDelay()
                        .sendAsync(bank.postWithKey(), BodyHandlers.ofString())
                        .join()
                        .statusCode())
                .isEqualTo(status);
    }

    @Test
    void aRejectionByARuleOfTheCallersOwnIsAnAnswerForAKey_andNotForADeletion() throws Exception {
        Classifier rules = Classifier.standard()
                .onResult(
                        HttpResponse.class,
                        response -> response.statusCode() == 422 ? Classification.rejected("no funds") : null);
        RetryingHttpClient client =
                bank.builder(Faulty.policy().classifier(rules).build()).build();
        loseTheFirstReply();
        bank.server.answer(422, "no funds");
        assertThat(client.send(bank.postWithKey(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(422);

        loseTheFirstReply();
        bank.server.answer(422, "no funds");
        assertInDoubt(catchThrowable(() -> client.send(delete(), BodyHandlers.ofString())), "no funds");
    }

    @Test
    void aReadLeavesNoDoubt() throws Exception {
        truncateTheNextReply();
        bank.server.answer(404, "not there");

        assertThat(bank.client().send(bank.get(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(404);
        assertThat(bank.failures()).containsExactly("TIMEOUT_UNKNOWN_OUTCOME", "PERMANENT");
    }

    @Test
    void aReadWhoseRepliesAreAllLostDidNothing() {
        truncateTheNextReply();
        truncateTheNextReply();
        truncateTheNextReply();

        Throwable lost = catchThrowable(() -> bank.client().send(bank.get(), BodyHandlers.ofString()));

        assertThat(((Classified) lost).classification().kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(GaveUpException.mayHaveHappened(lost)).isFalse();
    }

    /** The JDK's client sends a GET again by itself when there is no reply at all. */
    private void truncateTheNextReply() {
        bank.server.answer(200, "a".repeat(500));
        bank.proxy.next(NetworkFault.truncateReply(300));
    }

    @Test
    void withoutDoubtEveryReplyIsHandedOut() throws Exception {
        bank.server.answer(503, "busy").answer(401, "who?");

        assertThat(bank.client()
                        .send(bank.postWithKey(), BodyHandlers.ofString())
                        .body())
                .isEqualTo("who?");
    }

    @Test
    void theHedgedClientKeepsToIt() {
        RetryingHttpClient client = bank.builder(Faulty.policy()
                        .backoff(Backoff.none())
                        .hedge(Hedge.after(Duration.ofMinutes(1)))
                        .build())
                .build();
        loseTheFirstReply();
        bank.server.answer(401, "who?");

        assertInDoubt(catchThrowable(() -> client.send(bank.postWithKey(), BodyHandlers.ofString())), "HTTP 401");
    }

    @Test
    void shuttingTheClientDownUndoesNothing() {
        InstantSource clock = InstantSource.fixed(Faulty.NOW);
        ReplyClassifier closed =
                new ReplyClassifier(Classifier.standard(), new RetryAfter(clock), new RateLimits(clock), () -> true);

        assertThat(closed.classify(new IOException("closed"))).satisfies(classification -> {
            assertThat(classification.retryable()).isFalse();
            assertThat(classification.doubt()).isEqualTo(Doubt.RAISES);
        });
        assertThat(closed.classify(new ConnectException("refused")).doubt()).isEqualTo(Doubt.LEAVES);
    }

    @Test
    void whatIsNotHandedOutIsClosed_andNotWrittenToTheCallersFile(@TempDir Path folder) throws Exception {
        AtomicInteger closed = new AtomicInteger();
        loseTheFirstReply();
        bank.server.answer(403, "x".repeat(HeldBody.BYTES_MAX * 2));
        Throwable thrown = catchThrowable(() -> bank.client()
                .send(
                        bank.postWithKey(),
                        info -> BodySubscribers.mapping(
                                BodySubscribers.ofByteArray(), bytes -> (InputStream) new ByteArrayInputStream(bytes) {
                                    @Override
                                    public void close() {
                                        closed.incrementAndGet();
                                    }
                                })));
        assertInDoubt(thrown, "HTTP 403");
        assertThat(closed).hasValue(1);

        Path file = folder.resolve("receipt");
        loseTheFirstReply();
        bank.server.answer(403, "no");
        assertInDoubt(
                catchThrowable(() -> bank.client().send(bank.postWithKey(), BodyHandlers.ofFile(file))), "HTTP 403");
        assertThat(Files.exists(file)).isFalse();
    }
}
