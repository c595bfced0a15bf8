package dev.oncemore.torture.planted;

import static dev.oncemore.torture.planted.Edits.answers;
import static dev.oncemore.torture.planted.Edits.comparesEqual;
import static dev.oncemore.torture.planted.Edits.ignoresAnswer;
import static dev.oncemore.torture.planted.Edits.mistakes;
import static dev.oncemore.torture.planted.Edits.omitsCall;

import dev.oncemore.torture.compose.ServedTwice;
import dev.oncemore.torture.planted.kit.Calls;
import dev.oncemore.torture.planted.kit.Effects;
import java.util.List;

/** Bugs in calls that are retried, and in the filter that serves them. */
final class CallMutants {
    private static final String RETRY = "dev.oncemore.retry.";
    private static final String SERVE = "dev.oncemore.http.serve.";

    private static final Kit CALLS = Kit.of(Calls.class);
    private static final Kit SERVED = Kit.of(ServedTwice.class);

    private CallMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "the budget forgets retries that wait",
                        "Retry",
                        CALLS,
                        ignoresAnswer(RETRY + "BudgetMeter", "remainingLocked", "waiting", 0L)),
                Mutant.of(
                        "the breaker counts outcomes of an older generation",
                        "Retry",
                        CALLS,
                        comparesEqual(RETRY + "CircuitBreaker", "record", "generation")),
                Mutant.of(
                        "doubt is forgotten between attempts",
                        "Retry",
                        CALLS,
                        omitsCall(RETRY + "CallFacts", "record", "noteDoubt")),
                Mutant.of(
                        "doubt within an effect is forgotten by its record",
                        "Retry in Once",
                        Kit.of(Effects.Ends.class),
                        omitsCall(RETRY + "CallFacts", "record", "noteDoubt")),
                Mutant.of(
                        "an undeclared call is repeated after a lost reply",
                        "Retry",
                        CALLS,
                        answers(RETRY + "Safety", "repeatable", true)),
                Mutant.of(
                        "an interrupt is swallowed between attempts",
                        "Retry",
                        CALLS,
                        omitsCall(RETRY + "BlockingCall", "waited", "interrupt")),
                Mutant.of(
                        "a 403 is kept",
                        "HTTP filter",
                        SERVED,
                        mistakes(SERVE + "KeyedExchange", "fate", "RELEASE", "KEEP")),
                Mutant.of(
                        "a replay has another status",
                        "HTTP filter",
                        SERVED,
                        ignoresAnswer(SERVE + "Replay", "write", "status", 200)),
                Mutant.of(
                        "a scope without its tenant",
                        "HTTP filter",
                        SERVED,
                        ignoresAnswer(SERVE + "Scopes", "of", "tenant", "any")));
    }
}
