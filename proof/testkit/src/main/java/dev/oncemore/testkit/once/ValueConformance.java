package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Codecs;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Conformance of what is replayed: a value of one type never becomes one of another, and an effect may have no value. */
public abstract class ValueConformance extends RecordStoreKit {
    private static final String NAME = "payment:create";

    private final AtomicInteger effects = new AtomicInteger();

    /** For inheritors. */
    protected ValueConformance() {}

    /** What was stored. */
    record Receipt(String number) {}

    /** What a later version of the code reads; lenient as JSON, it would take a receipt for a charge of 0. */
    record Charge(int amount) {}

    /** Reads anything as anything, as JSON codecs may. */
    private enum LenientCodecs implements Codecs {
        INSTANCE;

        @Override
        public <T> Codec<T> of(Class<T> type) {
            return Codec.of(
                    value -> value.toString().getBytes(StandardCharsets.UTF_8),
                    bytes -> type.cast(
                            type == Charge.class
                                    ? new Charge(0)
                                    : new Receipt(new String(bytes, StandardCharsets.UTF_8))));
        }
    }

    private Once once() {
        return Once.on(store(), OnceSettings.standard().codecs(LenientCodecs.INSTANCE));
    }

    private void storeReceipt() {
        once().operation(NAME, Receipt.class)
                .build()
                .key(key("a"))
                .run(Payload.none(), claim -> new Receipt("r-1"))
                .require();
    }

    private <T> Outcome<T> replay(Operation<T> operation) {
        return operation.key(key("a")).run(Payload.none(), claim -> {
            throw new AssertionError("it was done before");
        });
    }

    @Test
    void theLabelIsStoredWithTheValue_andGoesWithIt() {
        long fence = insert(key("a"), LONG);
        store().finish(List.of(new RecordFinish(
                key("a"), fence, RecordState.FAILED_RETRYABLE, Bytes.ofText("r"), "領収書 v1", "later", null, LONG)));
        assertThat(read(key("a")).label()).isEqualTo("領収書 v1");

        long next = takeOver(key("a"), fence).orElseThrow();
        assertThat(read(key("a")).label()).isNull();

        store().finish(List.of(
                new RecordFinish(key("a"), next, RecordState.SUCCEEDED, Bytes.ofText("r"), null, null, LONG),
                new RecordFinish(
                        key("b"), insert(key("b"), LONG), RecordState.SUCCEEDED, null, "b", null, null, LONG)));
        assertThat(read(key("a")).label()).isNull();
        assertThat(read(key("b")).label()).isEqualTo("b");
    }

    @Test
    void aValueOfAnotherTypeIsNotHandedOut_andTheReasonSaysWhatToDeclare() {
        storeReceipt();

        assertThat(replay(once().operation(NAME, Charge.class).build()))
                .isEqualTo(new Outcome.DoneWithoutValue<>(
                        true,
                        "the stored value is labelled 'Receipt', but operation 'payment:create' reads 'Charge'; if that is"
                                + " the same type under a new name, declare label(\"Charge\", \"Receipt\")"));
        assertThat(replay(once().operation(NAME, Receipt.class).build()).require())
                .isEqualTo(new Receipt("Receipt[number=r-1]"));
    }

    @Test
    void aRenamedTypeReadsItsEarlierValues_whenItsLabelIsDeclared() {
        storeReceipt();

        assertThat(replay(once().operation(NAME, Charge.class).label("Receipt").build())
                        .require())
                .isEqualTo(new Charge(0));
        assertThat(replay(once().operation(NAME, Charge.class)
                                .label("charge-v1", "Receipt")
                                .build())
                        .require())
                .isEqualTo(new Charge(0));
    }

    @Test
    void whereALabelIsMissingTheCodecDecides() {
        Codec<String> own = Codec.text();
        storeReceipt();
        assertThat(replay(once().operation(NAME, own).build()).require()).isEqualTo("Receipt[number=r-1]");

        once().operation(NAME, own)
                .build()
                .key(key("b"))
                .run(Payload.none(), claim -> "r-2")
                .require();
        assertThat(once().operation(NAME, Receipt.class)
                        .build()
                        .key(key("b"))
                        .run(Payload.none(), claim -> new Receipt("never"))
                        .require())
                .isEqualTo(new Receipt("r-2"));
    }

    @Test
    void aPersonsAnswerIsLabelledToo() {
        KeyedOperation<Receipt> pay =
                once().operation(NAME, Receipt.class).build().key(key("a"));
        Outcome<Receipt> lost = pay.run(Payload.none(), claim -> {
            throw new IOException("reset");
        });
        assertThat(lost).isInstanceOf(Outcome.Unknown.class);

        assertThat(pay.resolveAsHappened(new Receipt("r-1"), null, By.person("ann", "seen at the bank")))
                .isTrue();

        assertThat(read(key("a")).label()).isEqualTo("Receipt");
        assertThat(replay(once().operation(NAME, Charge.class).build())).isInstanceOf(Outcome.DoneWithoutValue.class);
    }

    @Test
    void anEffectThatReturnsNothingIsDoneOnce() {
        KeyedOperation<Void> mail = once().operation("payment:create").build().key(key("a"));

        assertThat(mail.perform(Payload.none(), claim -> effects.incrementAndGet()))
                .isEqualTo(done(false));
        assertThat(mail.perform(Payload.none(), claim -> effects.incrementAndGet()))
                .isEqualTo(done(true));
        assertThat(effects).hasValue(1);
    }

    @Test
    void anEffectOfATypedOperationMayReturnNothing_andItsReplayLacksTheValue() {
        Operation<Receipt> pay = once().operation(NAME, Receipt.class).build();

        assertThat(pay.key(key("a")).perform(Payload.none(), claim -> effects.incrementAndGet()))
                .isEqualTo(done(false));
        assertThat(replay(pay)).isInstanceOf(Outcome.DoneWithoutValue.class);

        storeValue(pay);
        assertThat(pay.key(key("b")).perform(Payload.none(), claim -> effects.incrementAndGet()))
                .as("that it is done is all that counts")
                .isEqualTo(done(true));
        assertThat(effects).hasValue(1);
    }

    @SuppressWarnings("NullAway") // Void has no other value
    private static Outcome<Void> done(boolean isReplay) {
        return new Outcome.Done<>(null, isReplay);
    }

    private static void storeValue(Operation<Receipt> pay) {
        pay.key(key("b")).run(Payload.none(), claim -> new Receipt("r-2")).require();
    }

    @Test
    void aReconcilerDecidesAboutAnEffectThatReturnsNothing() {
        Operation<Receipt> pay = once().operation(NAME, Receipt.class)
                .whenUnknown(claim -> Reconciled.happened(new Receipt("found")))
                .build();
        assertThat(pay.key(key("a")).perform(Payload.none(), claim -> {
                    throw new IOException("reset");
                }))
                .isInstanceOf(Outcome.Unknown.class);

        assertThat(pay.key(key("a")).perform(Payload.none(), claim -> effects.incrementAndGet()))
                .isEqualTo(done(true));
        assertThat(effects).hasValue(0);
    }
}
