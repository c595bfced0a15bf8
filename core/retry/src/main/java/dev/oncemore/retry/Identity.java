package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/** Wraps an object to compare it by identity. */
final class Identity {
    private Identity() {}

    @SuppressWarnings("ReferenceEquality") // that is the question
    static boolean same(@Nullable Object one, @Nullable Object other) {
        return one == other;
    }
}
