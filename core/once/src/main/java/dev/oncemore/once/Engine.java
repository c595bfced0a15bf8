package dev.oncemore.once;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.fingerprint.MalformedJsonException;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.retry.OpenTransaction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts that both modes share: creating claims, converting records to outcomes, and events. */
final class Engine {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(1);

    final OnceSettings settings;
    private final RateLimitedLogger resolvable;

    Engine(OnceSettings settings) {
        this.settings = settings;
        resolvable = new RateLimitedLogger(LOG, settings.time);
    }

    /** Creates the claim. An invalid request is refused here, before anything runs. */
    NewClaim newClaim(Declaration<?> declaration, Key key, String who, Object payload, Duration lease) {
        Payload checked = payload(payload);
        if (checked.size() > declaration.payloadBytesMax()) {
            throw new IllegalArgumentException("the payload has " + checked.size() + " bytes, but at most "
                    + declaration.payloadBytesMax() + " are allowed (payloadBytesMax)");
        }
        Fingerprint fingerprint = fingerprint(declaration.fingerprinter(), key, payload, checked);
        return new NewClaim(key, fingerprint, settings.ids.next(), who, lease);
    }

    private static Fingerprint fingerprint(Fingerprinter fingerprinter, Key key, Object payload, Payload checked) {
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
        Objects.requireNonNull(payload, "payload must not be null; use Payload.none() if only the key counts");
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

    /** The outcome of a call whose claim was not granted. */
    <T> Outcome<T> answer(Claims.Answer answer, Declaration<T> declaration) {
        if (answer instanceof Claims.Settled settled) {
            return replay(settled.record(), declaration);
        }
        if (answer instanceof Claims.Mismatched mismatched) {
            emit(new OnceEvent.Mismatched(mismatched.record().key()));
            return new Outcome.Mismatch<>(mismatched.record());
        }
        if (answer instanceof Claims.Parked parked) {
            emit(new OnceEvent.HeldBack(parked.record().key(), RecordState.UNKNOWN));
            return unknown(declaration, parked.record());
        }
        if (answer instanceof Claims.Running running) {
            emit(new OnceEvent.HeldBack(running.key(), RecordState.RUNNING));
            return new Outcome.InProgress<>(ASK_AGAIN_AFTER);
        }
        throw new IllegalStateException("a granted claim must be run: " + answer);
    }

    /** The outcome of a call that finds a settled record. */
    <T> Outcome<T> replay(OnceRecord record, Declaration<T> declaration) {
        emit(new OnceEvent.HeldBack(record.key(), record.state()));
        if (record.state() == RecordState.FAILED_FINAL) {
            return new Outcome.Failed<>(true, true, errorOf(record), Optional.empty());
        }
        if (declaration.returnsNothing()) {
            return new Outcome.Done<>(declaration.codec().decode(new byte[0]), true);
        }
        Bytes response = record.response();
        if (response == null) {
            return new Outcome.DoneWithoutValue<>(true, errorOf(record));
        }
        if (!declaration.label().reads(record.label())) {
            return new Outcome.DoneWithoutValue<>(true, otherLabel(record.label(), declaration));
        }
        try {
            return new Outcome.Done<>(declaration.codec().decode(response.toArray()), true);
        } catch (RuntimeException e) {
            return new Outcome.DoneWithoutValue<>(
                    true,
                    "the stored value cannot be read (" + Finishes.words(e)
                            + "); it may have been written with another codec");
        }
    }

    private static String otherLabel(@Nullable String stored, Declaration<?> declaration) {
        String own = declaration.label().written();
        return "the stored value is labelled '" + stored + "', but operation '" + declaration.name() + "' reads '" + own
                + "'; if that is the same type under a new name, declare label(\"" + own + "\", \"" + stored + "\")";
    }

    /** An unknown outcome. */
    <T> Outcome<T> unknown(Declaration<T> declaration, OnceRecord record) {
        return unknown(declaration, Optional.of(record), errorOf(record), null);
    }

    /** As {@link #unknown(Declaration, OnceRecord)}, possibly without a record if the store could not be read. */
    <T> Outcome<T> unknown(
            Declaration<T> declaration, Optional<OnceRecord> record, String reason, @Nullable Throwable cause) {
        return new Outcome.Unknown<>(record, reason, declaration.takesOver(), Optional.ofNullable(cause));
    }

    /**
     * Warns of an effect that has just ended as unknown. Warnings back off where the next call resolves the outcome; one that
     * a person has to resolve is always told. Exception messages are omitted, because they may quote secrets.
     */
    void warnOfUnknown(Key key, Declaration<?> declaration, @Nullable Throwable cause) {
        String what = "it is unknown whether " + key + " happened"
                + (cause == null ? "" : " (" + cause.getClass().getName() + ")") + "; ";
        if (declaration.takesOver()) {
            resolvable.log(Level.WARNING, declaration.name(), what + "the next call with this key resolves it", null);
        } else {
            LOG.log(
                    Level.WARNING,
                    what + "find out whether it did, then call resolveAsHappened or resolveAsNotHappened, or use the"
                            + " console");
        }
    }

    void emitClaimed(Claim claim, @Nullable OnceRecord leftBehind) {
        RecordState state = leftBehind == null ? null : leftBehind.state();
        emitChange(new OnceEvent.Claimed(claim.key(), claim.fence(), state));
    }

    /** Emits the event of an end that the store has responded to. */
    void emitEnd(RecordFinish finish, boolean isRecorded) {
        emitChange(
                isRecorded
                        ? new OnceEvent.Finished(finish.key(), finish.fence(), finish.state(), finish.error())
                        : new OnceEvent.Deposed(finish.key(), finish.fence()));
    }

    static Finding finding(Optional<OnceRecord> found) {
        return found.<Finding>map(record -> record.expired() ? new Finding.Expired(record) : new Finding.Known(record))
                .orElse(Finding.NeverSeen.INSTANCE);
    }

    /** Emits the event of a change; in an open transaction, after its commit if that is observed. */
    void emitChange(OnceEvent event) {
        if (settings.listener != null) {
            OpenTransaction.reportAfterCommit(() -> emit(event));
        }
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

    private static String errorOf(OnceRecord record) {
        String error = record.error();
        return error == null ? "no reason was recorded" : error;
    }
}
