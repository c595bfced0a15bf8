package dev.oncemore.once;

import dev.oncemore.once.record.OnceRecord;
import java.util.Optional;

/** The answer to "was this done?": when, by whom, with what result. */
public sealed interface Finding {
    /** What is known, if anything. */
    Optional<OnceRecord> record();

    /** There is a record within its retention. */
    record Known(OnceRecord found) implements Finding {
        @Override
        public Optional<OnceRecord> record() {
            return Optional.of(found);
        }
    }

    /** There was one, and its retention is over: the key would be taken as new. */
    record Expired(OnceRecord found) implements Finding {
        @Override
        public Optional<OnceRecord> record() {
            return Optional.of(found);
        }
    }

    /** Never seen, or so long ago that not even a trace is left. */
    enum NeverSeen implements Finding {
        /** The only one. */
        INSTANCE;

        @Override
        public Optional<OnceRecord> record() {
            return Optional.empty();
        }
    }
}
