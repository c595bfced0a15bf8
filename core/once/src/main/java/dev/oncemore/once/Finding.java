package dev.oncemore.once;

import dev.oncemore.once.record.OnceRecord;
import java.util.Optional;

/** The result of looking up an effect: when, by whom, with what result. */
public sealed interface Finding {
    /** The record, if any. */
    Optional<OnceRecord> record();

    /** There is a record within its retention. */
    record Known(OnceRecord found) implements Finding {
        @Override
        public Optional<OnceRecord> record() {
            return Optional.of(found);
        }
    }

    /** There is an expired record: a call with the key would be new. */
    record Expired(OnceRecord found) implements Finding {
        @Override
        public Optional<OnceRecord> record() {
            return Optional.of(found);
        }
    }

    /** There is no record, or no longer. */
    enum NeverSeen implements Finding {
        /** The only instance. */
        INSTANCE;

        @Override
        public Optional<OnceRecord> record() {
            return Optional.empty();
        }
    }
}
