package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The subjects of a case, measured in turns: A B C, A B C. */
final class Match {
    static final String THROUGHPUT = "tasks/s";
    static final String OWN_CPU = "µs CPU in Java/task";
    static final String SERVER_CPU = "µs CPU in servers/task";

    /**
     * One subject of the case.
     *
     * @param subject its name in reports and files
     * @param turn runs one turn
     */
    record Entry(String subject, Turn turn) {}

    /** Runs one turn, given the tasks per second of the last one. */
    @FunctionalInterface
    interface Turn {
        Shift take(double tasksPerSecond) throws Exception;
    }

    private Match() {}

    static List<Figure> play(String caseName, List<Entry> entries, TaskEffort effort) {
        List<List<Shift>> shifts = new ArrayList<>();
        for (Entry entry : entries) {
            // A warm-up, which also shows how many tasks fit into a round.
            shifts.add(new ArrayList<>(List.of(take(entry, effort.firstTasksPerSecond()))));
        }
        for (int round = 0; round < effort.rounds(); round++) {
            for (int i = 0; i < entries.size(); i++) {
                List<Shift> own = shifts.get(i);
                own.add(take(entries.get(i), own.get(own.size() - 1).tasksPerSecond()));
            }
        }
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            List<Shift> counted = shifts.get(i).subList(1, shifts.get(i).size());
            String subject = entries.get(i).subject();
            figures.add(sample(counted, Shift::tasksPerSecond).figure(caseName, subject, THROUGHPUT));
            figures.add(sample(counted, Shift::ownMicrosPerTask).figure(caseName, subject, OWN_CPU));
            figures.add(sample(counted, Shift::serverMicrosPerTask).figure(caseName, subject, SERVER_CPU));
        }
        return figures;
    }

    private static Shift take(Entry entry, double tasksPerSecond) {
        try {
            return entry.turn().take(tasksPerSecond);
        } catch (MeasuringException e) {
            throw e;
        } catch (Exception e) {
            throw new MeasuringException(entry.subject() + " failed: " + e, e);
        }
    }

    private static Measurement sample(List<Shift> shifts, ToDoubleFunction<Shift> what) {
        return Measurement.of(shifts.stream().map(what::applyAsDouble).toList());
    }
}
