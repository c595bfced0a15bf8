package dev.oncemore.torture.nemesis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The current runs by key or task: which of them were deposed by a newer fence, and whether they have learned it. Callers
 * hold the ledger's lock.
 */
final class Runs {
    /** How much later than a lease a stale run may learn that it lost its claim, on a busy machine. */
    static final long ALLOWANCE_MILLIS = 3_000;

    private final ViolationLog violations;
    private final CampaignCounters counters;
    private final long leaseMillis;
    private final Map<String, List<Run>> bySubject = new HashMap<>();

    Runs(ViolationLog violations, CampaignCounters counters, long leaseMillis) {
        this.violations = violations;
        this.counters = counters;
        this.leaseMillis = leaseMillis;
    }

    /** Adds a run, which may begin long after its claim; it is stale if a newer fence has been seen. */
    void begin(String subject, Run run, long newestFence) {
        if (run.fence < newestFence) {
            run.markStale();
        }
        List<Run> runs = bySubject.computeIfAbsent(subject, absent -> new ArrayList<>());
        for (Run other : runs) {
            if (other.fence == run.fence) {
                violations.broken("a fence is given once", run.timeline);
            } else if (other.fence < run.fence && !other.hasEnded()) {
                // An ended run may have released its claim; then it is not deposed.
                other.markStale();
            }
        }
        runs.add(run);
    }

    Optional<Run> find(String subject, long fence) {
        return bySubject.getOrDefault(subject, List.of()).stream()
                .filter(run -> run.fence == fence)
                .findFirst();
    }

    /** The first run of a task with this attempt number. */
    Optional<Run> attempt(String subject, int attempt) {
        return bySubject.getOrDefault(subject, List.of()).stream()
                .filter(run -> run.attempt == attempt)
                .findFirst();
    }

    void told(String subject, long fence) {
        find(subject, fence).ifPresent(this::told);
    }

    private void told(Run run) {
        if (!run.wasTold()) {
            run.markTold();
            if (run.isStale()) {
                counters.told(run.untoldMillis());
            }
        }
    }

    void ended(String subject, long fence) {
        find(subject, fence).ifPresent(run -> {
            run.ended();
            requireToldInTime(run);
        });
    }

    /** Removes a run whose end the store has accepted or refused. */
    void settled(String subject, Run run, boolean accepted) {
        remove(subject, run);
        if (!accepted) {
            told(run);
        } else if (run.isStale()) {
            broken("the end of a deposed run is refused", run);
        } else if (run.wasTold()) {
            broken("a rightful run is not told that it is lost", run);
        }
    }

    void remove(String subject, Run run) {
        List<Run> runs = bySubject.get(subject);
        if (runs != null && runs.remove(run) && runs.isEmpty()) {
            bySubject.remove(subject);
        }
    }

    /** Removes the runs of a dead process. */
    void gone(NodeProcess member) {
        for (Iterator<List<Run>> all = bySubject.values().iterator(); all.hasNext(); ) {
            List<Run> runs = all.next();
            runs.removeIf(run -> run.member == member);
            if (runs.isEmpty()) {
                all.remove();
            }
        }
    }

    /** The keys or tasks that this process is running. */
    List<String> subjectsOf(NodeProcess member) {
        return bySubject.entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(run -> run.member == member && !run.hasEnded()))
                .map(Map.Entry::getKey)
                .toList();
    }

    void requireAllToldInTime() {
        bySubject
                .values()
                .forEach(runs -> runs.stream()
                        .filter(run -> !run.hasEnded() && !run.member.isPaused())
                        .forEach(this::requireToldInTime));
    }

    private void requireToldInTime(Run run) {
        if (!run.wasTold() && run.untoldMillis() > leaseMillis + ALLOWANCE_MILLIS) {
            broken("a stale run is told within a lease after it woke up", run);
            run.markTold(); // reported once
        }
    }

    private void broken(String rule, Run run) {
        run.timeline.add("this is about " + run);
        violations.broken(rule, run.timeline);
    }
}
