package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made on first use, for the whole JVM. A failure is kept too: every test fails at once. */
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
                // A test that ran out of time does not speak for the others.
                failure = e.getCause() instanceof InterruptedException ? null : e;
                throw e;
            }
        }
        return present;
    }
}
