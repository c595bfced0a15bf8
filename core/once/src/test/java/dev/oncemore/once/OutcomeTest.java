package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.InMemoryRecordStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Outcome<String> MISMATCH = mismatch();
    private static final List<Outcome<String>> ALL = List.of(
            new Outcome.Done<>("charged", false),
            new Outcome.DoneWithoutValue<>(false, "too large"),
            new Outcome.Failed<>(true, false, "no funds", Optional.empty()),
            MISMATCH,
            new Outcome.InProgress<>(Duration.ofSeconds(1)),
            new Outcome.Unknown<>(Optional.empty(), "no reply", false, Optional.empty()),
            new Outcome.Deposed<>(Optional.empty()));

    private static Outcome<String> mismatch() {
        KeyedOperation<String> pay = Once.on(new InMemoryRecordStore())
                .operation("payment:create", String.class)
                .build()
                .key("acme", "1");
        pay.run(Payload.json("1"), claim -> "charged").require();
        return pay.run(Payload.json("2"), claim -> "charged");
    }

    @Test
    void eachKindHasItsMethod() {
        assertThat(ALL.stream().map(outcome -> outcome.fold(new Named())))
                .containsExactly("done", "doneWithoutValue", "failed", "mismatch", "inProgress", "unknown", "deposed");
    }

    @Test
    void kindsWithoutAMethodGoToOtherwise() {
        OutcomeVisitor<String, String> onlyDone = new OutcomeVisitor<>() {
            @Override
            public String done(Outcome.Done<String> done) {
                return done.value();
            }

            @Override
            public String otherwise(Outcome<String> outcome) {
                return outcome.getClass().getSimpleName();
            }
        };

        assertThat(ALL.stream().map(outcome -> outcome.fold(onlyDone)))
                .containsExactly(
                        "charged", "DoneWithoutValue", "Failed", "Mismatch", "InProgress", "Unknown", "Deposed");
    }

    private static final class Named implements OutcomeVisitor<String, String> {
        @Override
        public String done(Outcome.Done<String> done) {
            return "done";
        }

        @Override
        public String doneWithoutValue(Outcome.DoneWithoutValue<String> done) {
            return "doneWithoutValue";
        }

        @Override
        public String failed(Outcome.Failed<String> failed) {
            return "failed";
        }

        @Override
        public String mismatch(Outcome.Mismatch<String> mismatch) {
            return "mismatch";
        }

        @Override
        public String inProgress(Outcome.InProgress<String> running) {
            return "inProgress";
        }

        @Override
        public String unknown(Outcome.Unknown<String> unknown) {
            return "unknown";
        }

        @Override
        public String deposed(Outcome.Deposed<String> deposed) {
            return "deposed";
        }

        @Override
        public String otherwise(Outcome<String> outcome) {
            throw new AssertionError("there is a method for " + outcome);
        }
    }
}
