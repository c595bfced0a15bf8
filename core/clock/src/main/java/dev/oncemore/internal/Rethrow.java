package dev.oncemore.internal;

/** Throws an exception that the signature of the method does not name. */
public final class Rethrow {
    private Rethrow() {}

    /**
     * Throws the failure itself. Never returns; the return type lets callers write {@code throw}, so that the compiler knows.
     *
     * @param <X> the type that the compiler is to see: {@link RuntimeException} if the signature names none
     */
    @SuppressWarnings("unchecked") // erased: any exception passes
    public static <X extends Throwable> RuntimeException as(Throwable failure) throws X {
        throw (X) failure;
    }
}
