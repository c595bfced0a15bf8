package dev.oncemore.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.http.webhook.WebhookVerifier.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {
    /** The example that implementations of Standard Webhooks are tested with. */
    private static final WebhookSecret SECRET = WebhookSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    private static final WebhookSecret OTHER = WebhookSecret.random(new Random(1));
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final Instant SENT = Instant.ofEpochSecond(1_614_265_330);
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

    private static Map<String, String> headers(WebhookSecret... secrets) {
        return new HashMap<>(WebhookSignature.headers(List.of(secrets), ID, SENT, BODY));
    }

    private static Result verify(Map<String, String> headers, Duration later, WebhookSecret... secrets) {
        return WebhookVerifier.of(secrets)
                .clock(InstantSource.fixed(SENT.plus(later)))
                .verify(headers::get, BODY);
    }

    @Test
    void signsAsTheStandardSays() {
        assertThat(headers(SECRET))
                .containsEntry("webhook-id", ID)
                .containsEntry("webhook-timestamp", "1614265330")
                .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void secretsAreRotated_withTwoSignatures() {
        Map<String, String> both = headers(SECRET, OTHER);
        assertThat(both.get("webhook-signature").split(" ")).hasSize(2);
        assertThat(verify(both, Duration.ZERO, SECRET)).isEqualTo(Result.GENUINE);
        assertThat(verify(both, Duration.ZERO, OTHER)).isEqualTo(Result.GENUINE);
        assertThat(verify(headers(SECRET), Duration.ZERO, OTHER, SECRET)).isEqualTo(Result.GENUINE);
    }

    @Test
    void whatOthersSignedIsForged() {
        assertThat(verify(headers(OTHER), Duration.ZERO, SECRET)).isEqualTo(Result.FORGED);
        Map<String, String> changed = headers(SECRET);
        changed.put("webhook-id", "msg_2");
        assertThat(verify(changed, Duration.ZERO, SECRET)).isEqualTo(Result.FORGED);
        Map<String, String> later = headers(SECRET);
        later.put("webhook-timestamp", "1614265331");
        assertThat(verify(later, Duration.ZERO, SECRET)).isEqualTo(Result.FORGED);
        assertThat(WebhookVerifier.of(SECRET)
                        .clock(InstantSource.fixed(SENT))
                        .verify(headers(SECRET)::get, new byte[0]))
                .isEqualTo(Result.FORGED);
    }

    @Test
    void aMessageCutAtAnotherPlace_isNotGenuine() {
        // What a customer wrote into an order comes to the receiver inside a genuine message.
        byte[] order = "{\"note\":\"x.1614265330.{\\\"paid\\\":true}\"}".getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new HashMap<>(WebhookSignature.headers(List.of(SECRET), ID, SENT, order));
        headers.put("webhook-id", ID + ".1614265330.{\"note\":\"x");
        byte[] rest = "{\\\"paid\\\":true}\"}".getBytes(StandardCharsets.UTF_8);

        assertThat(WebhookVerifier.of(SECRET).clock(InstantSource.fixed(SENT)).verify(headers::get, rest))
                .isEqualTo(Result.MALFORMED);
    }

    @Test
    void aRecordingIsStale() {
        assertThat(verify(headers(SECRET), Duration.ofMinutes(5), SECRET)).isEqualTo(Result.GENUINE);
        assertThat(verify(headers(SECRET), Duration.ofSeconds(301), SECRET)).isEqualTo(Result.STALE);
        assertThat(verify(headers(SECRET), Duration.ofSeconds(-301), SECRET)).isEqualTo(Result.STALE);
    }

    @Test
    void whatIsMissingIsMalformed() {
        for (String header : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
            Map<String, String> some = headers(SECRET);
            some.remove(header);
            assertThat(verify(some, Duration.ZERO, SECRET)).isEqualTo(Result.MALFORMED);
        }
        Map<String, String> noNumber = headers(SECRET);
        noNumber.put("webhook-timestamp", "-1");
        assertThat(verify(noNumber, Duration.ZERO, SECRET)).isEqualTo(Result.MALFORMED);
    }

    @Test
    void aSecretIsNotShown_andComesBackAsItWas() {
        assertThat(SECRET).hasToString("whsec_…");
        assertThat(SECRET.reveal()).isEqualTo("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WebhookSecret.parse("whsec_c2hvcnQ="))
                .withMessageNotContaining("c2hvcnQ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WebhookSignature.headers(List.of(SECRET), "a.b", SENT, BODY));
    }
}
