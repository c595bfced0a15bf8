package dev.oncemore.bench.retry;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * The work that every subject calls: returns a reply, or throws a failure that all of them retry.
 *
 * <p>It is never inlined, as a remote call would not be. Otherwise the compiler would reduce the handwritten loop to the read
 * of a field, and optimize engines as it never could in a service.
 *
 * <p>The failure is always the same instance, so that filling in stack traces, which would cost more than any engine, is
 * not measured. It is unchecked, because Failsafe would wrap a checked one and pay for that.
 */
abstract class Work {
    final Object reply = new Object();
    final RuntimeException failure = new UncheckedIOException(new ConnectException("refused"));

    abstract Object run();

    /** Succeeds at once. It has no state, hence threads may share it. */
    static final class Succeeding extends Work {
        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        Object run() {
            return reply;
        }
    }

    /** Never succeeds. */
    static final class Failing extends Work {
        long runs;

        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        Object run() {
            runs++;
            throw failure;
        }
    }

    /** Fails twice, then succeeds, over and over. */
    static final class Rescued extends Work {
        private static final int FAILURES = 2;

        private int failed;

        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        Object run() {
            if (failed < FAILURES) {
                failed++;
                throw failure;
            }
            failed = 0;
            return reply;
        }
    }
}
