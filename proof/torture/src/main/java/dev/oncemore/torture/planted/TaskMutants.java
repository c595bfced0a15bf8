package dev.oncemore.torture.planted;

import static dev.oncemore.torture.planted.Edits.addsNothing;
import static dev.oncemore.torture.planted.Edits.altersAnswer;
import static dev.oncemore.torture.planted.Edits.answers;
import static dev.oncemore.torture.planted.Edits.comparesEqual;
import static dev.oncemore.torture.planted.Edits.ignoresAnswer;
import static dev.oncemore.torture.planted.Edits.list;
import static dev.oncemore.torture.planted.Edits.makesInstead;
import static dev.oncemore.torture.planted.Edits.says;

import dev.oncemore.torture.planted.kit.Engines;
import dev.oncemore.torture.planted.kit.Lanes;
import dev.oncemore.torture.planted.kit.TaskVerbs;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;

/** Bugs in task stores, workers, batches, sagas and schedules. */
final class TaskMutants {
    private static final String TASK = "dev.oncemore.task.";
    private static final String STORE = "dev.oncemore.task.store.";
    private static final String SAGA = "dev.oncemore.task.saga.";
    private static final String SCHEDULE = "dev.oncemore.task.schedule.Schedule";
    private static final String JDBC = "dev.oncemore.jdbc.internal.task.";
    private static final String POSTGRES_SCRIPTS = "META-INF/oncemore/schema/tasks/postgresql/";
    private static final String LOST = "anOwnerThatLostATaskIsToldSo_andChangesNothing";
    private static final String BATCH = "aBatchOfFinishesIsAnsweredInOrder_andTheLostOnesChangeNothing";

    private TaskMutants() {}

    static List<Mutant> stores() {
        Kit memory = Kit.of(TaskVerbs.InMemory.class);
        return List.of(
                Mutant.of(
                        "a task ends by its id only",
                        "memory",
                        memory,
                        answers(STORE + "MemoryRow", "isClaimedUnder", true)),
                Mutant.of(
                        "a task ends by its id only",
                        "PostgreSQL",
                        Kit.of(TaskVerbs.OnPostgres.class, BATCH),
                        new TextEdit(POSTGRES_SCRIPTS, "${prefix}task_finish(", "t.fence = w.fence", "true")),
                Mutant.of(
                        "a task ends by its id only",
                        "MariaDB",
                        Kit.of(TaskVerbs.OnMariaDb.class, BATCH),
                        comparesEqual(JDBC + "RowFinish", "finish", "fence")),
                Mutant.of(
                        "a task ends by its id only",
                        "SQLite",
                        Kit.of(TaskVerbs.OnSqlite.class, BATCH),
                        comparesEqual(JDBC + "RowFinish", "finish", "fence")),
                Mutant.of(
                        "a task's lease is extended without the fence",
                        "PostgreSQL",
                        Kit.of(TaskVerbs.OnPostgres.class, LOST),
                        new TextEdit(POSTGRES_SCRIPTS, "${prefix}task_extend(", "t.fence = w.fence", "true")),
                Mutant.of(
                        "a task's lease is extended without the fence",
                        "MariaDB",
                        Kit.of(TaskVerbs.OnMariaDb.class, LOST),
                        says(JDBC + "RowTasks", "SET visible_at = ${now} + ?", "fence = ?", "(fence = ? OR TRUE)")),
                Mutant.of(
                        "row count ignored in a batch of heartbeats",
                        "SQLite",
                        Kit.of(TaskVerbs.OnSqlite.class, LOST),
                        ignoresAnswer(JDBC + "RowTasks", "extend", "update", 1)),
                Mutant.of(
                        "a claim does not raise the fence",
                        "memory",
                        memory,
                        addsNothing(STORE + "MemoryRow", "claimedBy")),
                Mutant.of(
                        "a claim does not raise the fence",
                        "PostgreSQL",
                        Kit.of(TaskVerbs.OnPostgres.class, LOST),
                        new TextEdit(POSTGRES_SCRIPTS, "${prefix}task_claim(", "fence = 1 + CASE", "fence = 0 + CASE")),
                Mutant.of(
                        "an id that is known is enqueued again",
                        "memory",
                        memory,
                        ignoresAnswer(STORE + "MemoryVerbs", "enqueue", "knows", false)),
                Mutant.of(
                        "a lane's order is ignored",
                        "SQLite",
                        Kit.of(Lanes.OnSqlite.class, "aHeadThatIsRetriedIsNotOvertaken"),
                        answers(JDBC + "LaneRows$Standing", "letsGo", true),
                        answers(JDBC + "LaneRows$Standing", "isHeld", false)));
    }

    static List<Mutant> lanes() {
        String bug = "a lane that is worked on is given to a second owner";
        String test = "aHeadThatIsGivenBackIsNotGivenToAnother_whileTheRestOfItsRunIsWorkedOn";
        Edit row = answers(JDBC + "LaneRows$Standing", "isHeld", false);
        return List.of(
                Mutant.of(
                        bug,
                        "memory",
                        Kit.of(Lanes.InMemory.class, test),
                        ignoresAnswer(STORE + "MemoryClaim", "headOf", "anyMatch", false)),
                Mutant.of(
                        bug,
                        "PostgreSQL",
                        Kit.of(Lanes.OnPostgres.class, test),
                        new TextEdit(
                                POSTGRES_SCRIPTS,
                                "${prefix}task_claim(",
                                "o.owner IS NOT NULL AND o.visible_at > now",
                                "false")),
                Mutant.of(bug, "MariaDB", Kit.of(Lanes.OnMariaDb.class, test), row),
                Mutant.of(bug, "SQLite", Kit.of(Lanes.OnSqlite.class, test), row));
    }

    static List<Mutant> engines() {
        return List.of(
                Mutant.of(
                        "what a step did is not undone",
                        "saga",
                        Kit.of(Engines.Sagas.class, "aFinalNoTurnsItBack_andWhatWasDoneIsUndoneInReverse"),
                        answers(SAGA + "SagaHandler", "undo", null)),
                Mutant.of(
                        "a step in doubt counts as not done",
                        "saga",
                        Kit.of(Engines.Sagas.class, "aStepThatTimedOutIsUndoneOnce_whenThatIsDeclared"),
                        makesInstead(SAGA + "Closing", "fateOf", "Closing$InDoubt", "Closing$DidNotHappen")),
                Mutant.of(
                        "a step that may have begun counts as new",
                        "saga",
                        Kit.of(Engines.Sagas.class, "aCrashInAStepIsKnown_andTheStepIsUndone_whenThatIsDeclared"),
                        answers(SAGA + "StepExecution", "mayHaveBegun", false)),
                Mutant.of(
                        "an instant is fired by every node",
                        "schedule",
                        Kit.of(Engines.Schedules.class, "anInstantIsFiredOnce_onHoweverManyNodes"),
                        altersAnswer(SCHEDULE, "tick", "tickId", TaskMutants::unlikeAnyOther),
                        altersAnswer(SCHEDULE, "firing", "firingId", TaskMutants::unlikeAnyOther)),
                Mutant.of(
                        "an end that was refused is told as done",
                        "workers",
                        Kit.of(
                                Engines.SelfMeeting.class,
                                "theOldRunIsToldAtOnce_theNewOneWaitsForIt_andOnlyTheNewOneIsToldToBeDone"),
                        ignoresAnswer(TASK + "Finisher", "write", "booleanValue", true)),
                Mutant.of(
                        "an end that was refused is told as done",
                        "manual worker",
                        Kit.of(Engines.Workers.class, "aHandlerThatLostItsTaskIsRefused_andAnEventSaysSo"),
                        ignoresAnswer(TASK + "ManualWorker", "settle", "booleanValue", true)),
                Mutant.of(
                        "a heartbeat ignores that a task is lost",
                        "workers",
                        Kit.of(Engines.Heartbeats.class),
                        ignoresAnswer(TASK + "Heartbeat", "beat", "booleanValue", true)));
    }

    private static InsnList unlikeAnyOther() {
        return list(
                new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J"),
                new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/String", "valueOf", "(J)Ljava/lang/String;"),
                new MethodInsnNode(
                        Opcodes.INVOKEVIRTUAL, "java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;"));
    }
}
