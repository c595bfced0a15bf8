package dev.oncemore.lab.sim;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.TimeoutKind;
import org.jspecify.annotations.Nullable;

/** What an attempt gets back. */
public enum Reply {
    /** The effect happened. */
    OK(0, null),
    /** The dependency failed before the effect. */
    ERROR(1, Classification.transientFailure("the dependency failed")),
    /** Nothing listens, or the queue is full. */
    REFUSED(2, Classification.transientFailure("503 the dependency refused the request")),
    /** Too many requests. */
    THROTTLED(3, Classification.throttled("429 too many requests")),
    /** The connection broke while the request was under way. */
    RESET(4, Classification.unknownOutcome("connection reset")),
    /** Nothing comes back; the attempt waits until its time limit. */
    NOTHING(5, Classification.unknownOutcome("no response").causedBy(TimeoutKind.REQUEST)),
    /** An inner layer gave up before the effect. */
    GAVE_UP(6, Classification.transientFailure("503 the service gave up")),
    /** An inner layer gave up, and the effect may have happened. */
    IN_DOUBT(7, Classification.unknownOutcome("504 the service does not know"));

    static final int COUNT = 8;
    private static final Reply[] BY_CODE = new Reply[COUNT];

    static {
        for (Reply reply : values()) {
            BY_CODE[reply.code] = reply;
        }
    }

    private final int code;

    @SuppressWarnings("Immutable") // a record of immutable values
    private final @Nullable Classification meaning;

    Reply(int code, @Nullable Classification meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    static Reply of(int code) {
        return BY_CODE[code];
    }

    /** A small number, to be kept in the code of an event. */
    int code() {
        return code;
    }

    /** What the failure means to the engine. */
    Classification meaning() {
        if (meaning == null) {
            throw new IllegalStateException("a success has no failure");
        }
        return meaning;
    }
}
