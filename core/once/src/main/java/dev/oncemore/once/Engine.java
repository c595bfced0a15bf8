package dev.oncemore.once;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.fingerprint.MalformedJsonException;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.GaveUp;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.FailureKind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What both modes share: checks before anything runs, and how an effect's end becomes a record and an outcome. */
final class Engine {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final int ERROR_LENGTH_MAX = 1_000;
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(1);

    final OnceSettings settings;
    private final Fingerprinter fingerprinter;

    Engine(OnceSettings settings) {
        this.settings = settings;
        fingerprinter = settings.fingerprinter.withPayloadMaxBytes(settings.payloadBytesMax);
    }

    /** The claim to make; whatever is wrong with the request is said here, before anything runs. */
    NewClaim newClaim(Key key, Object payload, Duration lease) {
        Payload checked = payload(payload);
        if (checked.size() > settings.payloadBytesMax) {
            throw new IllegalArgumentException("the payload has " + checked.size() + " bytes, but at most "
                    + settings.payloadBytesMax + " are allowed (payloadBytesMax)");
        }
        return new NewClaim(key, fingerprint(key, payload, checked), settings.ids.next(), settings.who, lease);
    }

    private Fingerprint fingerprint(Key key, Object payload, Payload checked) {
        try {
            return checked.fingerprint(fingerprinter, key.scope().operation());
        } catch (MalformedJsonException e) {
            if (payload instanceof String) {
                throw new IllegalArgumentException(
                        "a payload that is text is taken for JSON, but this one is none; hand in Payload.bytes(…), or set"
                                + " codecs(JacksonCodecs.standard()) (" + e.getMessage() + ")",
                        e);
            }
            throw e;
        }
    }

    private Payload payload(Object payload) {
        Objects.requireNonNull(payload, "payload must not be null; where only the key counts, say Payload.none()");
        if (payload instanceof Payload given) {
            return given;
        }
        if (payload instanceof byte[] bytes) {
            return Payload.bytes(bytes);
        }
        return Payload.json(encode(payload));
    }

    @SuppressWarnings("unchecked") // the codec was asked for by the object's own class
    private byte[] encode(Object value) {
        Codec<Object> codec = (Codec<Object>) settings.codecs.of(value.getClass());
        return codec.encode(value);
    }

    /** How a claim that was not granted looks to whoever asked for the effect. */
    <T extends @Nullable Object> Outcome<T> answer(Claims.Answer answer, Codec<T> codec) {
        if (answer instanceof Claims.Settled settled) {
            return replay(settled.record(), codec);
        }
        if (answer instanceof Claims.Mismatched mismatched) {
            emit(new OnceEvent.Mismatched(mismatched.record().key()));
            return new Outcome.Mismatch<>(mismatched.record());
        }
        if (answer instanceof Claims.Parked parked) {
            emit(new OnceEvent.HeldBack(parked.record().key(), RecordState.UNKNOWN));
            return unknown(parked.record(), null);
        }
        if (answer instanceof Claims.Running running) {
            emit(new OnceEvent.HeldBack(running.key(), RecordState.RUNNING));
            return new Outcome.InProgress<>(ASK_AGAIN_AFTER);
        }
        throw new IllegalStateException("a granted claim is run, not answered: " + answer);
    }

    /** How a finished record looks to whoever asked for the effect. */
    <T extends @Nullable Object> Outcome<T> replay(OnceRecord record, Codec<T> codec) {
        emit(new OnceEvent.HeldBack(record.key(), record.state()));
        if (record.state() == RecordState.FAILED_FINAL) {
            return new Outcome.Failed<>(true, true, errorOf(record), Optional.empty());
        }
        Bytes response = record.response();
        if (response == null) {
            return new Outcome.DoneWithoutValue<>(true, errorOf(record));
        }
        try {
            return new Outcome.Done<>(codec.decode(response.toArray()), true);
        } catch (RuntimeException e) {
            return new Outcome.DoneWithoutValue<>(
                    true, "what was kept cannot be read (" + words(e) + "); was it written with another codec?");
        }
    }

    /** An effect of which nobody knows whether it happened. */
    <T extends @Nullable Object> Outcome<T> unknown(OnceRecord record, @Nullable Throwable cause) {
        return unknown(Optional.of(record), errorOf(record), cause);
    }

    /** As {@link #unknown(OnceRecord, Throwable)}, also without a record, when the store could not be read. */
    <T extends @Nullable Object> Outcome<T> unknown(
            Optional<OnceRecord> record, String reason, @Nullable Throwable cause) {
        boolean runsAgain = !(settings.whenUnknown instanceof WhenUnknown.Park);
        return new Outcome.Unknown<>(record, reason, runsAgain, Optional.ofNullable(cause));
    }

    /** The end by the reconciler's answer; empty when the effect is to be run. */
    <T extends @Nullable Object> Optional<RecordFinish> reconciled(Claim claim, Codec<T> codec) {
        return claim.inDoubt() && settings.whenUnknown instanceof WhenUnknown.Reconcile reconcile
                ? reconciled(claim, reconcile.reconciler(), codec)
                : Optional.empty();
    }

    private <T extends @Nullable Object> Optional<RecordFinish> reconciled(
            Claim claim, Reconciler reconciler, Codec<T> codec) {
        Reconciler.Answer answer;
        try {
            answer = reconciler.find(claim);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return Optional.of(cannotTell(claim, "asking the other side failed: " + words(e)));
        }
        if (answer == Reconciler.Fixed.DID_NOT_HAPPEN) {
            claim.settleDoubt();
            return Optional.empty();
        }
        return Optional.of(
                answer instanceof Reconciler.Happened happened
                        ? happened(claim, happened.value(), codec)
                        : cannotTell(claim, "the other side cannot tell yet"));
    }

    /** What could not be replayed is not recorded as the outcome. */
    @SuppressWarnings("unchecked") // a value of another type is what the catch is for
    private <T extends @Nullable Object> RecordFinish happened(Claim claim, @Nullable Object value, Codec<T> codec) {
        String found = "found by asking the other side";
        if (value == null) {
            return finish(claim, RecordState.SUCCEEDED, null, found);
        }
        try {
            byte[] response = codec.encode((T) value);
            codec.decode(response);
            return finish(claim, RecordState.SUCCEEDED, Bytes.of(response), found);
        } catch (RuntimeException e) {
            return cannotTell(
                    claim,
                    "the reconciler gave a " + value.getClass().getName() + ", which is not what the effect returns: "
                            + words(e));
        }
    }

    private RecordFinish cannotTell(Claim claim, String problem) {
        return finish(claim, RecordState.UNKNOWN, null, problem);
    }

    /** The end of an effect that returned. What cannot be kept does not undo what happened. */
    <T extends @Nullable Object> RecordFinish succeeded(Claim claim, T value, Codec<T> codec) {
        Bytes response = null;
        String problem = null;
        try {
            response = Bytes.of(codec.encode(value));
            if (response.size() > settings.responseBytesMax) {
                problem = "it has " + response.size() + " bytes, but at most " + settings.responseBytesMax
                        + " are kept (responseBytesMax)";
                response = null;
            }
        } catch (RuntimeException e) {
            problem = "it could not be written: " + e;
        }
        return finish(claim, RecordState.SUCCEEDED, response, problem);
    }

    /** The end of an effect that threw. */
    RecordFinish failed(Claim claim, Throwable thrown) {
        return finish(claim, stateAfter(claim, thrown), null, words(thrown));
    }

    /** The end of a claim whose effect was not begun. */
    RecordFinish notBegun(Claim claim, Throwable why) {
        RecordState state = claim.inDoubt() ? RecordState.UNKNOWN : RecordState.FAILED_RETRYABLE;
        return finish(claim, state, null, "it was not begun: " + words(why));
    }

    private RecordState stateAfter(Claim claim, Throwable thrown) {
        if (thrown instanceof Error || thrown instanceof InterruptedException) {
            return RecordState.UNKNOWN;
        }
        Classification classification = classify(thrown);
        boolean doubtStays = claim.inDoubt() && classification.doubt() != Doubt.SETTLES;
        if (doubtStays || classification.doubt() == Doubt.RAISES || carriesDoubt(thrown)) {
            return RecordState.UNKNOWN;
        }
        return switch (classification.kind()) {
            case TRANSIENT, THROTTLED -> RecordState.FAILED_RETRYABLE;
            case DOMAIN_REJECTION, PERMANENT -> RecordState.FAILED_FINAL;
            // A bug may have struck after the effect: nobody knows.
            case TIMEOUT_UNKNOWN_OUTCOME, PROGRAMMER_ERROR -> RecordState.UNKNOWN;
        };
    }

    /**
     * Whether an engine inside the effect reports doubt. For a failure that the engine could not classify, our own classifier has
     * decided, and only its causes are examined.
     */
    @SuppressWarnings("ReferenceEquality") // the engine's facts are about this very failure
    private static boolean carriesDoubt(Throwable thrown) {
        boolean unknownToEngine = GaveUpException.of(thrown)
                .filter(facts -> facts.failure() == thrown)
                .map(GaveUp::classification)
                .filter(classification -> classification.kind() == FailureKind.PROGRAMMER_ERROR)
                .isPresent();
        Throwable told = unknownToEngine ? thrown.getCause() : thrown;
        return told != null && GaveUpException.mayHaveHappened(told);
    }

    /** When the classifier itself throws, the outcome is unknown. */
    private Classification classify(Throwable thrown) {
        try {
            return settings.classifier.classify(thrown);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the classifier threw on " + words(thrown), e);
            return Classification.programmerError("the classifier threw " + words(e));
        }
    }

    private RecordFinish finish(Claim claim, RecordState state, @Nullable Bytes response, @Nullable String error) {
        return new RecordFinish(
                claim.key(),
                claim.fence(),
                state,
                response,
                error,
                claim.resource().orElse(null),
                settings.retention);
    }

    void emitClaimed(Claim claim, @Nullable OnceRecord leftBehind) {
        RecordState state = leftBehind == null ? null : leftBehind.state();
        emit(new OnceEvent.Claimed(claim.key(), claim.fence(), state));
    }

    void emit(OnceEvent event) {
        if (settings.listener != null) {
            try {
                settings.listener.on(event);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "the listener threw on " + event, e);
            }
        }
    }

    /** The failure as text; an exception whose {@code toString} throws must not hide what happened. */
    static String words(Throwable thrown) {
        String text;
        try {
            text = String.valueOf(thrown);
        } catch (RuntimeException e) {
            text = thrown.getClass().getName();
        }
        return text.length() <= ERROR_LENGTH_MAX ? text : text.substring(0, ERROR_LENGTH_MAX) + "…";
    }

    private static String errorOf(OnceRecord record) {
        String error = record.error();
        return error == null ? "no reason was recorded" : error;
    }
}
