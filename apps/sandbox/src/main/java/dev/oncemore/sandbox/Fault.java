package dev.oncemore.sandbox;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A fault that the sandbox injects instead of a normal answer. */
public enum Fault {
    /** 429 with {@code Retry-After}; nothing is created. */
    TOO_MANY("429"),
    /** 500; nothing is created. */
    BROKEN("500"),
    /** 503; nothing is created. */
    UNAVAILABLE("503"),
    /** 403 now and for a while after, as freee answers to excessive access. */
    LOCK_OUT("403"),
    /** No answer for a long time, then the connection is cut; nothing is created. */
    HANG("hang"),
    /** The connection is cut before anything is created. */
    CUT_BEFORE("cut-before"),
    /** The document is created, then the connection is cut: the caller can't know. */
    CUT_AFTER("cut-after"),
    /** The document is created, and the answer is 500: the caller can't know. */
    BROKEN_AFTER("500-after");

    /** The faults that a plain share is spread over: all that last for one request only. */
    static final List<Fault> USUAL = List.of(TOO_MANY, BROKEN, UNAVAILABLE, CUT_BEFORE, CUT_AFTER, BROKEN_AFTER);

    private final String word;

    Fault(String word) {
        this.word = word;
    }

    /** The fault's name in options and JSON. */
    public String word() {
        return word;
    }

    static Optional<Fault> of(String word) {
        return Arrays.stream(values()).filter(fault -> fault.word.equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Fault::word).toList();
    }
}
