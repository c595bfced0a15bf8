package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.By;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.Classifier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OperationTest {
    private final List<String> ran = new ArrayList<>();
    private final Once once = Once.on(
            new InMemoryRecordStore(), OnceSettings.standard().who("billing").retention(Duration.ofDays(2)));

    private OperationBuilder<String, ? extends Operation<String>> pay() {
        return once.operation("payment:create", String.class);
    }

    private String charge(Claim claim) {
        ran.add(claim.key().value());
        return "charged";
    }

    private OnceRecord recordOf(KeyedOperation<String> effect) {
        return effect.find().record().orElseThrow();
    }

    private static Outcome<String> losingItsReply(KeyedOperation<String> effect) {
        return effect.run(Payload.none(), claim -> {
            throw new IOException("the reply was lost");
        });
    }

    @Test
    void operationsOfOneEngineDifferInWhatTheyDeclare() {
        Operation<String> kept = pay().retention(Duration.ofDays(7)).build();
        Operation<String> other = once.operation("mail:send", String.class).build();

        kept.key("acme", "1").run(Payload.none(), this::charge).require();
        other.key("acme", "1").run(Payload.none(), this::charge).require();

        assertThat(retentionOf(kept.key("acme", "1"))).isEqualTo(Duration.ofDays(7));
        assertThat(retentionOf(other.key("acme", "1")))
                .as("as the engine's settings say")
                .isEqualTo(Duration.ofDays(2));
        assertThat(ran).hasSize(2);
    }

    private Duration retentionOf(KeyedOperation<String> effect) {
        OnceRecord record = recordOf(effect);
        return Duration.between(record.updatedAt(), record.expiresAt());
    }

    @Test
    void aCallSaysWhoAsks_andTheEngineDoesOtherwise() {
        Operation<String> pay = pay().build();

        pay.key("acme", "1").by("maria").run(Payload.none(), this::charge).require();
        pay.key("acme", "2").run(Payload.none(), this::charge).require();

        assertThat(recordOf(pay.key("acme", "1")).who()).isEqualTo("maria");
        assertThat(recordOf(pay.key("acme", "2")).who()).isEqualTo("billing");
    }

    @Test
    void theKeysOfAPrincipalAreItsOwn() {
        Operation<String> pay = pay().build();

        pay.key("acme", "inv-001").run(Payload.none(), this::charge).require();
        pay.key("acme", "maria", "inv-001").run(Payload.none(), this::charge).require();

        assertThat(ran).hasSize(2);
    }

    @Test
    void aKeyOfAnotherOperationIsRefused_andTheStepOfAnyEffectIsNot() {
        Operation<String> pay = pay().build();
        Key other = Key.of("acme", "mail:send", "inv-001");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> pay.key(other))
                .withMessage("the key acme/*/mail:send inv-001 belongs to operation 'mail:send',"
                        + " not to 'payment:create'");
        pay.key(other.child("payment")).run(Payload.none(), this::charge).require();
        assertThat(ran).containsExactly("inv-001>payment");
    }

    @Test
    void unknownOutcomesAreDeclaredInOneWay() {
        assertThatIllegalStateException()
                .isThrownBy(() -> pay().whenUnknown(WhenUnknown.PARK)
                        .whenUnknown(claim -> Reconciled.unknown())
                        .build())
                .withMessage("operation 'payment:create' declares whenUnknown(PARK) and a reconcile function;"
                        + " declare one of them");
    }

    @Test
    void aDeclarationIsCheckedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pay().retention(Duration.ofSeconds(1)))
                .withMessage("retention must be between 1 min and 3650 d, but is 1 s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> once.operation("payment>", String.class))
                .withMessage("scope operation must not end in '>', but is 'payment>'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> once.operation("payment:create", Object.class))
                .withMessageContaining("there is no codec for java.lang.Object");
    }

    @Test
    void aCallMayBringItsOwnLookUp() {
        KeyedOperation<String> parked =
                pay().whenUnknown(WhenUnknown.PARK).build().key("acme", "1");
        assertThat(losingItsReply(parked)).isInstanceOf(Outcome.Unknown.class);

        Outcome<String> found = parked.whenUnknown(claim -> Reconciled.happened("seen " + claim.attempt()))
                .run(Payload.none(), this::charge);

        assertThat(found).isEqualTo(new Outcome.Done<>("seen 2", true));
        assertThat(ran).isEmpty();
    }

    @Test
    void aLookUpThatReturnsNullLeavesTheOutcomeUnknown() {
        KeyedOperation<String> broken =
                pay().whenUnknown(claim -> nothing()).build().key("acme", "1");
        assertThat(losingItsReply(broken)).isInstanceOf(Outcome.Unknown.class);

        assertThat(broken.run(Payload.none(), this::charge))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("must not return null"));
        assertThat(ran).isEmpty();
    }

    @SuppressWarnings("NullAway") // what callers do who have no checker
    private static Reconciled<String> nothing() {
        return null;
    }

    @Test
    void aLookUpMayKnowThatItHappenedAndNotWhatItReturned() {
        KeyedOperation<String> asking =
                pay().whenUnknown(claim -> Reconciled.happened()).build().key("acme", "1");
        assertThat(losingItsReply(asking)).isInstanceOf(Outcome.Unknown.class);

        assertThat(asking.run(Payload.none(), this::charge)).isInstanceOf(Outcome.DoneWithoutValue.class);
        assertThat(recordOf(asking).state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void nameAndReasonOfAResolutionAreKept() {
        KeyedOperation<String> effect = pay().build().key("acme", "1");
        assertThat(losingItsReply(effect)).isInstanceOf(Outcome.Unknown.class);

        assertThat(effect.resolveAsHappened(
                        "receipt 7", new Resource("payment", "7"), By.person("maria", "seen at the bank")))
                .isTrue();

        assertThat(effect.run(Payload.none(), this::charge)).isEqualTo(new Outcome.Done<>("receipt 7", true));
        assertThat(recordOf(effect).who()).isEqualTo("maria");
        assertThat(recordOf(effect).error()).isEqualTo("resolved by maria: seen at the bank");
    }

    @Test
    void aLeasedCallInsideAnOpenTransactionIsRefused_becauseItsRecordWouldOutliveARollback() {
        KeyedOperation<String> effect = pay().build().key("acme", "1");

        try (OpenTransaction open = OpenTransaction.begin()) {
            assertThat(open).isNotNull();
            assertThatIllegalStateException()
                    .isThrownBy(() -> effect.run(Payload.none(), this::charge))
                    .withMessage("the effect of acme/*/payment:create 1 would run under a lease inside an open"
                            + " transaction, and its record would outlive a rollback; use within(transaction), or call it"
                            + " outside");
            assertThatIllegalStateException()
                    .isThrownBy(() -> effect.runAsync(Payload.none(), claim -> CompletableFuture.completedFuture("")));
            assertThat(effect.find()).isEqualTo(Finding.NeverSeen.INSTANCE);
        }
        effect.run(Payload.none(), this::charge).require();
    }

    @Test
    void anOperationJudgesFailuresByItsOwnClassifier() {
        Operation<String> strict = pay().classifier(Classifier.standard().rejectedOn(IOException.class))
                .build();

        assertThat(losingItsReply(strict.key("acme", "1")))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.isFinal()).isTrue());
    }
}
