package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is created on first use, for the whole JVM. A failure is kept, so that later tests fail fast. */
final class Shared<T> {
    private final Supplier<T> maker;
    private @Nullable T made;
    private @Nullable RuntimeException failure;

    Shared(Supplier<T> maker) {
        this.maker = maker;
    }

    synchronized T get() {
        if (failure != null) {
            throw new OncemoreException(failure.getMessage() == null ? "no server" : failure.getMessage(), failure);
        }
        T present = made;
        if (present == null) {
            try {
                present = maker.get();
                made = present;
            } catch (RuntimeException e) {
                // An interrupt concerns one test only, so it is not kept.
                failure = e.getCause() instanceof InterruptedException ? null : e;
                throw e;
            }
        }
        return present;
    }
}
