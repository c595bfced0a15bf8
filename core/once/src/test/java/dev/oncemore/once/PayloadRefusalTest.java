package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.fingerprint.MalformedJsonException;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Messages for payloads that cannot be compared. */
class PayloadRefusalTest {
    private static final Key KEY = Key.of("acme", "payment:create", "inv-001");

    private final Once once = Once.on(new InMemoryRecordStore());

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    @Test
    void plainTextIsRefused_withWhatToHandInInstead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pay(once).key(KEY).run("order-7", claim -> "done"))
                .withMessageStartingWith(
                        "a payload that is text is taken for JSON, but this one is none; hand in"
                                + " Payload.bytes(…), or set codecs(JacksonCodecs.standard()) (JSON refused at line 1, column 1");
        Payload bytes = Payload.bytes("order-7".getBytes(StandardCharsets.UTF_8));
        assertThat(pay(once).key(KEY).run(bytes, claim -> "done").require()).isEqualTo("done");
    }

    @Test
    void whatSaysItIsJsonIsRefusedAsSuch() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pay(once).key(KEY).run(Payload.json("order-7"), claim -> "done"))
                .isInstanceOf(MalformedJsonException.class);
    }
}
