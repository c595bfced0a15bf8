package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.testkit.server.FreshDatabase;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** One run of the bench: all measurements in order. */
final class TaskRun {
    static final int CALLERS = 64;
    static final int LANES = 1_000;

    /** The name of Oncemore in the same case without its hindrance. */
    static final String UNHINDERED = "unhindered";

    private final List<TaskCase> cases;
    private final TaskEffort effort;

    TaskRun(List<TaskCase> cases, TaskEffort effort) {
        this.cases = cases;
        this.effort = effort;
    }

    /** Measures, and shows the progress. */
    Figures measure(PrintWriter progressOut) {
        try (Arena arena = new Arena()) {
            List<Step> steps = cases.stream()
                    .map(each -> new Step(each.toString(), guessedSeconds(each), () -> measure(each, arena)))
                    .toList();
            return Steps.measure(steps, progressOut);
        }
    }

    private List<Figure> measure(TaskCase inCase, Arena arena) {
        try {
            return figures(inCase, arena);
        } finally {
            arena.sweep();
        }
    }

    private List<Figure> figures(TaskCase inCase, Arena arena) {
        String name = inCase.toString();
        return switch (inCase) {
            case DRAIN -> {
                List<Contender> contenders = new ArrayList<>(arena.all());
                contenders.add(1, arena.oursUnlogged());
                yield play(name, contenders, contender -> drain(contender, arena));
            }
            case FLOW -> play(name, arena.all(), contender -> flow(contender, arena));
            case ENQUEUE ->
                play(name, arena.all(), contender -> rate -> Shift.enqueue(contender, CALLERS, effort.round()));
            case JOINED -> Joined.measure(name, arena.postgres());
            case PICK_UP -> new PickUp(effort, arena.tally).measure(arena.postgres());
            case OLD_SNAPSHOT -> oldSnapshot(name, arena);
            case WAITING -> new ManyWaiting(effort).measure(arena.postgres(), arena.postgres());
            case LANES ->
                Match.play(
                        name,
                        List.of(
                                new Match.Entry(Subject.ONCEMORE, drain(arena.ours(LANES), arena)),
                                new Match.Entry(UNHINDERED, drain(arena.ours(0), arena))),
                        effort);
            case SQLITE -> play(name, List.of(arena.oursOnSqlite()), contender -> flow(contender, arena));
            case RECOVERY -> Recovery.measure(name, arena.postgres(), arena.tally);
        };
    }

    private List<Figure> play(String caseName, List<Contender> contenders, Turns turns) {
        return Match.play(
                caseName,
                contenders.stream()
                        .map(contender -> new Match.Entry(contender.name(), turns.of(contender)))
                        .toList(),
                effort);
    }

    private Match.Turn drain(Contender contender, Arena arena) {
        return rate -> Shift.drain(contender, arena.tally, effort.tasksAt(rate));
    }

    private Match.Turn flow(Contender contender, Arena arena) {
        return rate -> Shift.flow(contender, arena.tally, CALLERS, effort.round());
    }

    private List<Figure> oldSnapshot(String caseName, Arena arena) {
        FreshDatabase database = arena.postgres();
        Match.Turn plain = drain(OncemoreTasks.in(database, arena.tally), arena);
        Match.Turn hindered = rate -> OldSnapshot.during(database.dataSource(), () -> plain.take(rate));
        return Match.play(
                caseName,
                List.of(new Match.Entry(Subject.ONCEMORE, hindered), new Match.Entry(UNHINDERED, plain)),
                effort);
    }

    private double guessedSeconds(TaskCase inCase) {
        return switch (inCase) {
            case DRAIN -> effort.guessedSeconds(5);
            case FLOW, ENQUEUE -> effort.guessedSeconds(4);
            case OLD_SNAPSHOT, LANES -> effort.guessedSeconds(2);
            case SQLITE -> effort.guessedSeconds(1);
            case JOINED -> 2;
            case RECOVERY -> 30;
            case PICK_UP -> effort.idle().toSeconds() + 0.15 * effort.pickUps() + 4;
            case WAITING -> 5 + effort.waitingMany() / 5e3;
        };
    }

    /** The turn of a contender. */
    @FunctionalInterface
    private interface Turns {
        Match.Turn of(Contender contender);
    }
}
