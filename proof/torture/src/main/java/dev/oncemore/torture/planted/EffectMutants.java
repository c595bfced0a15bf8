package dev.oncemore.torture.planted;

import static dev.oncemore.torture.planted.Edits.altersAnswer;
import static dev.oncemore.torture.planted.Edits.answers;
import static dev.oncemore.torture.planted.Edits.callsInstead;
import static dev.oncemore.torture.planted.Edits.ignoresAnswer;
import static dev.oncemore.torture.planted.Edits.list;
import static dev.oncemore.torture.planted.Edits.mistakes;
import static dev.oncemore.torture.planted.Edits.omitsCall;

import dev.oncemore.torture.planted.kit.Effects;
import dev.oncemore.torture.planted.kit.Records;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Bugs in how effects are claimed, run, ended and replayed. */
final class EffectMutants {
    private static final String ONCE = "dev.oncemore.once.";
    private static final String WHERE = "Once";

    private static final Kit ENDS = Kit.of(Effects.Ends.class);

    /** Runs work under the caller's deadline that must run without it. */
    private static final Edit OBEYS_THE_CALLER =
            ignoresAnswer("dev.oncemore.retry.Deadline", "without", "hasDeadline", false);

    private EffectMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "followers share a claim",
                        WHERE,
                        Kit.of(Records.InMemory.class, "ofABurstForOneNewKeyOnABusyFront_oneRunsTheEffect"),
                        answers(ONCE + "BatchedVerbs", "isSettled", true)),
                Mutant.of(
                        "another payload is not noticed",
                        WHERE,
                        promise("anotherPayloadIsAMismatch_andNothingRuns"),
                        ignoresAnswer(ONCE + "Claims", "decide", "equals", true)),
                Mutant.of(
                        "an end is written under the caller's deadline",
                        WHERE,
                        Kit.of(
                                Effects.Ends.class,
                                "aDeadlineThatPassesWhileTheEffectRuns_doesNotKeepItsEndFromBeingRecorded"),
                        callsInstead(ONCE + "FinishWriter", "write", "finishOnce", "finish"),
                        OBEYS_THE_CALLER),
                renewedUnderADeadline(WHERE, Effects.Ends.class),
                renewedUnderADeadline("Once on SQLite", Effects.EndsOnSqlite.class),
                renewedUnderADeadline("Once on Redis", Effects.EndsOnRedis.class),
                Mutant.of(
                        "doubt is forgotten at a take-over",
                        WHERE,
                        ENDS,
                        answers(ONCE + "Claims$Owned", "isInDoubt", false)),
                Mutant.of(
                        "a reconciler's no is not believed",
                        WHERE,
                        ENDS,
                        omitsCall(ONCE + "Finishes", "reconciled", "settleDoubt")),
                Mutant.of(
                        "an end that may come later is given up",
                        WHERE,
                        ENDS,
                        answers(ONCE + "FinishWriter", "isPassing", false)),
                Mutant.of(
                        "a lost reply is taken for a failure",
                        WHERE,
                        promise("aLostReplyIsUnknown_neverTheAnswer"),
                        mistakes(ONCE + "Finishes", "stateAfter", "UNKNOWN", "FAILED_RETRYABLE")),
                Mutant.of(
                        "a replay differs in its first byte",
                        WHERE,
                        promise("theFirstRunsTheEffect_andEveryLaterOneGetsTheSameOutcome"),
                        altersAnswer(ONCE + "Engine", "replay", "toArray", EffectMutants::otherFirstByte)),
                Mutant.of(
                        "the downstream key changes with the attempt",
                        WHERE,
                        promise("anOwnerThatDiedIsRunAgain_withTheSameKeyForTheOtherSide_whenThatIsDeclared"),
                        altersAnswer(ONCE + "Claim", "downstreamKey", "downstreamKeyOf", EffectMutants::andTheAttempt)),
                Mutant.of(
                        "a heartbeat ignores that the claim is lost",
                        WHERE,
                        Kit.of(Effects.Leases.class),
                        ignoresAnswer(ONCE + "Heartbeats", "send", "booleanValue", true)),
                Mutant.of(
                        "an interrupt is swallowed while an end is written",
                        WHERE,
                        Kit.of(Effects.Leases.class),
                        omitsCall(ONCE + "FinishWriter", "attempted", "interrupt")),
                Mutant.of(
                        "a refused end passes for a recorded one",
                        WHERE,
                        promise("aZombieIsTold_andItsOutcomeIsDiscarded"),
                        ignoresAnswer(ONCE + "LeasedEffects", "told", "isRecorded", true)));
    }

    private static Mutant renewedUnderADeadline(String where, Class<?> ends) {
        return Mutant.of(
                "a lease is renewed under the caller's deadline",
                where,
                Kit.of(ends, "aDeadlineThatPassesWhileTheClaimIsMade_doesNotKeepItsLeaseFromBeingRenewed"),
                OBEYS_THE_CALLER);
    }

    private static Kit promise(String test) {
        return Kit.of(Effects.Promises.class, test);
    }

    static InsnList otherFirstByte() {
        return list(
                new InsnNode(Opcodes.DUP),
                new InsnNode(Opcodes.ICONST_0),
                new IntInsnNode(Opcodes.BIPUSH, '!'),
                new InsnNode(Opcodes.BASTORE));
    }

    static InsnList andTheAttempt() {
        return list(
                new VarInsnNode(Opcodes.ALOAD, 0),
                new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "dev/oncemore/once/Claim", "attempt", "()I"),
                new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/String", "valueOf", "(I)Ljava/lang/String;"),
                new MethodInsnNode(
                        Opcodes.INVOKEVIRTUAL, "java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;"));
    }
}
