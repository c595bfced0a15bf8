package dev.oncemore.operations;

import java.util.Locale;

/** A request that the domain rejects: a code for programs, a detail for people. */
public final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Code code;

    /** Why a request is rejected. */
    public enum Code {
        /** The request itself is wrong. */
        INVALID,
        /** The subject of the request does not exist. */
        NOT_FOUND,
        /** The request contradicts the current state. */
        CONFLICT,
        /** The request exceeds a limit of size. */
        TOO_LARGE,
        /** Too much is under way; the same request may succeed in a few seconds. */
        BUSY;

        /** The code as programs read it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private Rejected(Code code, String detail) {
        // Without a stack trace: a rejection is an answer, not a failure.
        super(detail, null, false, false);
        this.code = code;
    }

    /** Rejects a wrong request. */
    public static Rejected invalid(String detail) {
        return new Rejected(Code.INVALID, detail);
    }

    /** Rejects a request about something that does not exist. */
    public static Rejected notFound(String detail) {
        return new Rejected(Code.NOT_FOUND, detail);
    }

    /** Rejects a request that contradicts the current state. */
    public static Rejected conflict(String detail) {
        return new Rejected(Code.CONFLICT, detail);
    }

    /** Rejects a request that is too large. */
    public static Rejected tooLarge(String detail) {
        return new Rejected(Code.TOO_LARGE, detail);
    }

    /** Rejects a request for now, with nothing done. */
    public static Rejected busy(String detail) {
        return new Rejected(Code.BUSY, detail);
    }

    /** Why it was rejected. */
    public Code code() {
        return code;
    }

    /** What is wrong, and what to do about it. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
