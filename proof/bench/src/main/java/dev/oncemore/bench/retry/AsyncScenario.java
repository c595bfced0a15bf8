package dev.oncemore.bench.retry;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.CompilerControl;

/** The scenarios of asynchronous calls, and how to start and end a call. */
public enum AsyncScenario {
    /** The work has ended before it returns its future. */
    COMPLETED {
        @Override
        Stages stages() {
            return new Stages();
        }
    },
    /** The work ends right after the call has returned. */
    PENDING {
        @Override
        Stages stages() {
            return new Pending();
        }
    },
    /** Three attempts fail at once, with no delay in between. */
    FAILING {
        @Override
        Stages stages() {
            return new Failing();
        }
    };

    abstract Stages stages();

    /** The futures that the work of one call returns, equal for all subjects. */
    static class Stages {
        final Object reply = new Object();
        private final CompletableFuture<Object> completed = CompletableFuture.completedFuture(reply);

        /** Prepares a call. */
        void begin() {}

        /** The future of an attempt; never inlined, see {@link Work}. */
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        CompletableFuture<Object> next() {
            return completed;
        }

        /** The outcome of a call that has returned; waits if a subject works on another thread. */
        Object end(CompletableFuture<Object> call) {
            return call.join();
        }
    }

    private static final class Pending extends Stages {
        private CompletableFuture<Object> pending = new CompletableFuture<>();

        @Override
        void begin() {
            pending = new CompletableFuture<>();
        }

        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        CompletableFuture<Object> next() {
            return pending;
        }

        @Override
        Object end(CompletableFuture<Object> call) {
            pending.complete(reply);
            return call.join();
        }
    }

    /** A single failure, so that stack traces are not measured; see {@link Work}. */
    static final class Failing extends Stages {
        final RuntimeException failure = new UncheckedIOException(new ConnectException("refused"));
        private final CompletableFuture<Object> failed = CompletableFuture.failedFuture(failure);
        /** Not volatile, because the attempts of a call run one after the other. */
        long runs;

        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        CompletableFuture<Object> next() {
            runs++;
            return failed;
        }

        @Override
        Object end(CompletableFuture<Object> call) {
            return call.handle((value, thrown) -> (Object) thrown).join();
        }
    }
}
