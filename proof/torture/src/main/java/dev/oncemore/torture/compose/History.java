package dev.oncemore.torture.compose;

import dev.oncemore.By;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.torture.compose.Call.Visit;
import dev.oncemore.torture.ledger.Booking;
import dev.oncemore.torture.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs one history and checks it: users call while faults occur; then the faults end, leases run out, and another call is made.
 * Outcomes that are still unknown are resolved from the ledger, as a person would.
 */
final class History {
    private static final By PERSON = By.person("a person", "seen at the bank");
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long CALM_NANOS = Duration.ofMinutes(5).toNanos();

    private static final int CALM_ROUNDS_MAX = 40;

    private final World world;
    private final @Nullable TaskDriver tasks;

    private History(World world) {
        this.world = world;
        tasks = world.spec.mode() == Spec.Mode.CALLS ? null : new TaskDriver(world);
    }

    /** Runs it on this simulation, which must not be in use. */
    static Result run(Spec spec, Simulation time, Tally tally, boolean inWords) {
        time.reset();
        Trace trace = new Trace(time, inWords);
        World world = new World(spec, time, trace, tally);
        try {
            new History(world).run();
        } catch (RuntimeException | Error e) {
            world.judge.accuse("the history broke off: " + e + (e.getCause() == null ? "" : ": " + e.getCause()));
        }
        if (time.isStuck()) {
            world.judge.accuse("stuck: a thread waits for ever");
        }
        return new Result(world.judge.broken(), trace.hash(), trace.lines());
    }

    private void run() {
        if (tasks != null) {
            world.calm = true;
            tasks.begin();
            world.calm = false;
        }
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < world.spec.visits().size(); i++) {
            visits.add(new Visit(i));
        }
        for (Spec.Strike strike : world.spec.strikes()) {
            if (strike.visit() < visits.size()) {
                world.time.alarm(strike.atMillis() * NANOS_PER_MILLI, () -> strike(strike, visits.get(strike.visit())));
            }
        }
        for (int i = 1; i < visits.size(); i++) {
            Visit visit = visits.get(i);
            world.time.spawnAfter(world.spec.visits().get(i) * NANOS_PER_MILLI, () -> visit(visit));
        }
        visit(visits.get(0));
        world.time.drain();
        if (world.judge.broken() == null) {
            calm();
        }
    }

    /** One user's call; its layers check what it ends with. */
    private void visit(Visit visit) {
        visit.thread = Thread.currentThread();
        try {
            if (tasks != null) {
                tasks.work(visit);
            } else {
                new Composer(world).compose().run(Call.first(visit));
            }
        } catch (Exception e) {
            // The layers have checked it already.
            world.trace.add(visit.number, "user is told", world.trace.isInWords() ? e : "");
        } catch (Error e) {
            if (world.time.isStuck()) {
                throw e;
            }
        } finally {
            visit.over = true;
            boolean unused = Thread.interrupted();
        }
    }

    private void strike(Spec.Strike strike, Visit visit) {
        Thread thread = visit.thread;
        if (visit.over || thread == null) {
            return;
        }
        world.trace.add(visit.number, strike.cancels() ? "is cancelled" : "is interrupted", "");
        if (strike.cancels()) {
            visit.cancels.forEach(Runnable::run);
        } else {
            thread.interrupt();
        }
        world.landed(strike.cancels() ? StrikeKind.CANCELLED : StrikeKind.INTERRUPTED);
    }

    private void calm() {
        world.calm = true;
        world.trace.add(-1, "the faults end", "");
        int number = world.spec.visits().size();
        if (tasks != null) {
            workUntilOver(tasks, number);
            if (world.spec.isProtected()) {
                world.judge.atMostOnce(0);
            }
            return;
        }
        askAgain(number);
        Key record = Keys.outermost(world.spec.layers());
        if (record != null) {
            // An inner record is called again only after the outer one no longer blocks it.
            for (int round = 1; round <= world.spec.layers().size() && resolveUnknown(); round++) {
                askAgain(number + round);
            }
            judgeRecord(record);
        }
        if (world.spec.isProtected()) {
            world.judge.atMostOnce(0);
        }
    }

    private void workUntilOver(TaskDriver tasks, int number) {
        for (int round = 0; round < CALM_ROUNDS_MAX && !tasks.isOver(); round++) {
            askAgain(number);
        }
        tasks.judge();
    }

    private void askAgain(int number) {
        world.time.pass(CALM_NANOS);
        visit(new Visit(number));
        world.time.drain();
    }

    /** Resolves unknown records from the ledger; returns whether there were any. */
    private boolean resolveUnknown() {
        Booking booking = world.ledger.any(0);
        Once once = null;
        for (Key key : world.store.keys()) {
            if (state(key) == RecordState.UNKNOWN) {
                once = once == null ? engine() : once;
                boolean done = booking == null
                        ? once.resolveAsNotHappened(key, PERSON)
                        : once.resolveAsHappened(key, Bytes.ofText(booking.receipt()), null, PERSON);
                world.trace.add(-1, "a person resolves it:", booking == null ? "it did not happen" : "it happened");
                if (!done) {
                    world.judge.accuse("an unknown record could not be resolved");
                }
            }
        }
        return once != null;
    }

    private Once engine() {
        return Once.on(
                world.store,
                OnceSettings.standard().time(world.time).random(world.random).ids(world::nextId));
    }

    private void judgeRecord(Key record) {
        RecordState state = state(record);
        if (state != RecordState.SUCCEEDED && state != RecordState.FAILED_FINAL) {
            world.judge.accuse(
                    "left unfinished: the record is " + state + " after the faults ended and it was called again");
        }
        if (state == RecordState.FAILED_FINAL && world.ledger.known(0) != null) {
            world.judge.accuse("definite no in the record of a booked effect, at the end");
        }
    }

    private @Nullable RecordState state(Key record) {
        OnceRecord found = world.records
                .read(List.of(record))
                .get(0)
                .or(() -> world.joined.read(List.of(record)).get(0))
                .orElse(null);
        return found == null ? null : found.state();
    }

    /** The interruptions of waiting users. */
    private enum StrikeKind {
        INTERRUPTED,
        CANCELLED
    }

    /**
     * How a history ended.
     *
     * @param broken the promise that was broken; null when all were kept
     * @param hash a hash of the events; equal histories have equal hashes
     * @param lines the events, if they were requested
     */
    record Result(@Nullable String broken, long hash, List<String> lines) {}
}
