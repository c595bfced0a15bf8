package dev.oncemore.torture.planted;

import static dev.oncemore.torture.planted.Edits.altersAnswer;
import static dev.oncemore.torture.planted.Edits.answers;
import static dev.oncemore.torture.planted.Edits.ignoresAnswer;
import static dev.oncemore.torture.planted.Edits.mistakes;
import static dev.oncemore.torture.planted.Edits.omitsCall;

import dev.oncemore.torture.compose.FirstHistories;
import java.util.List;

/** Bugs that random compositions of the first seeds must catch by the ledger alone. */
final class CompositionMutants {
    private static final String ONCE = "dev.oncemore.once.";
    private static final String SERVE = "dev.oncemore.http.serve.";

    private CompositionMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant("doubt is forgotten at a take-over", answers(ONCE + "Claims$Owned", "isInDoubt", false)),
                mutant(
                        "doubt is forgotten between attempts",
                        omitsCall("dev.oncemore.retry.CallFacts", "record", "noteDoubt")),
                mutant(
                        "a lost reply is taken for a failure",
                        mistakes(ONCE + "Finishes", "stateAfter", "UNKNOWN", "FAILED_RETRYABLE")),
                mutant(
                        "the downstream key changes with the attempt",
                        altersAnswer(ONCE + "Claim", "downstreamKey", "downstreamKeyOf", EffectMutants::andTheAttempt)),
                mutant(
                        "a replay differs in its first byte",
                        altersAnswer(ONCE + "Engine", "replay", "toArray", EffectMutants::otherFirstByte)),
                mutant("a replay has another status", ignoresAnswer(SERVE + "Replay", "write", "status", 200)),
                mutant("a 403 is kept", mistakes(SERVE + "KeyedExchange", "fate", "RELEASE", "KEEP")));
    }

    private static Mutant mutant(String bug, Edit edit) {
        return Mutant.of(bug, "composed", Kit.of(FirstHistories.class), edit);
    }
}
