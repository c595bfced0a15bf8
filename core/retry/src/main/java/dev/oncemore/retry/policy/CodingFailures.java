package dev.oncemore.retry.policy;

import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.CharacterCodingException;
import java.util.Set;

/**
 * Failures to write a value, or to read one whose class no longer fits: bugs, although many are {@code IOException}s by
 * type. A cut-off message is not among them, since another attempt may receive all of it.
 */
final class CodingFailures {
    /** Of a library that the kernel does not know, by name; Jackson 3 throws no {@code IOException}s. */
    private static final Set<String> BY_NAME = Set.of(
            "com.fasterxml.jackson.core.JsonGenerationException",
            "com.fasterxml.jackson.databind.exc.InvalidDefinitionException");

    private CodingFailures() {}

    static boolean includes(Throwable failure) {
        return failure instanceof NotSerializableException
                || failure instanceof InvalidClassException
                || failure instanceof InvalidObjectException
                || failure instanceof UnsupportedEncodingException
                || failure instanceof CharacterCodingException
                || BY_NAME.contains(failure.getClass().getName());
    }
}
