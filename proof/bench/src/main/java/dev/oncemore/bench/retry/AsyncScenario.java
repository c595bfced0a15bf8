package dev.oncemore.bench.retry;

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.CompilerControl;

/** What happens to an asynchronous call, and how to start and end one. */
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

    /** The futures that the work of one call answers with, which is the same for all subjects. */
    static class Stages {
        final Object reply = new Object();
        private final CompletableFuture<Object> completed = CompletableFuture.completedFuture(reply);

        /** Before each call. */
        void begin() {}

        /** What an attempt returns; never inlined, see {@link Work}. */
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        CompletableFuture<Object> next() {
            return completed;
        }

        /** After the call has returned: its outcome, waited for where a subject works on another thread. */
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

    /** One failure for ever, so that stack traces are not measured; see {@link Work}. */
    static final class Failing extends Stages {
        final RuntimeException failure = new UncheckedIOException(new ConnectException("refused"));
        private final CompletableFuture<Object> failed = CompletableFuture.failedFuture(failure);
        /** Attempts of a call come one after the other, whatever threads they run on. */
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
