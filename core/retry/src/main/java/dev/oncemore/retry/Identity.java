package dev.oncemore.retry;

import org.jspecify.annotations.Nullable;

/** The very same object, where equal ones would not do. */
final class Identity {
    private Identity() {}

    @SuppressWarnings("ReferenceEquality") // that is the question
    static boolean same(@Nullable Object one, @Nullable Object other) {
        return one == other;
    }
}
