package dev.oncemore.bench.retry;

import java.io.UncheckedIOException;
import java.net.ConnectException;

/**
 * What every subject calls: returns a reply, or throws a failure that all of them retry.
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
        Object run() {
            return reply;
        }
    }

    /** Never succeeds. */
    static final class Failing extends Work {
        long runs;

        @Override
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
