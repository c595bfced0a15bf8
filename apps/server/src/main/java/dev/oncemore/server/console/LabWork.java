package dev.oncemore.server.console;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.sim.SimulationTooLargeException;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs simulations, which need a processor for seconds: one at a time on a platform thread of their own, one for each person,
 * each with a time limit. The same request gives the same report, so the last few are kept.
 */
final class LabWork {
    static final int WAITING_MAX = 4;

    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final int KEPT_MAX = 8;

    private final Duration limit;
    private final Time time;
    private final ThreadPoolExecutor thread;
    private final Set<String> people = new HashSet<>();
    private final Map<String, LabReport> kept = new LinkedHashMap<>(KEPT_MAX, 0.75f, true);

    LabWork(Duration limit, Time time) {
        this.limit = limit;
        this.time = time;
        // It ends when it is idle, so that nothing needs to be closed.
        thread = new ThreadPoolExecutor(
                1, 1, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(WAITING_MAX), work -> {
                    Thread one = new Thread(work, "oncemore-lab");
                    one.setDaemon(true);
                    return one;
                });
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a simulation, or returns the report of an equal one.
     *
     * @param who the person
     * @param request everything that the report depends on
     * @throws Refusal if the person has another one on its way, too many wait, or it takes too long or too much memory
     */
    LabReport run(String who, String request, Supplier<LabReport> simulation) {
        synchronized (people) {
            LabReport known = kept.get(request);
            if (known != null) {
                return known;
            }
            if (!people.add(who)) {
                throw Refusal.busy("your last simulation has not ended yet; try again in a few seconds");
            }
        }
        try {
            LabReport report = result(simulation);
            keep(request, report);
            return report;
        } finally {
            synchronized (people) {
                people.remove(who);
            }
        }
    }

    private void keep(String request, LabReport report) {
        synchronized (people) {
            kept.put(request, report);
            if (kept.size() > KEPT_MAX) {
                kept.remove(kept.keySet().iterator().next());
            }
        }
    }

    private LabReport result(Supplier<LabReport> simulation) {
        FutureTask<LabReport> task = new FutureTask<>(simulation::get);
        try {
            thread.execute(() -> runLimited(task));
            return task.get();
        } catch (RejectedExecutionException e) {
            throw Refusal.busy("others run simulations just now; try again in a few seconds");
        } catch (CancellationException e) {
            throw Refusal.tooLarge("this simulation takes more than " + limit.toSeconds()
                    + " seconds; choose smaller numbers, or run it with './oncemore lab'");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SimulationTooLargeException large) {
                throw Refusal.tooLarge(
                        large.getMessage() + "; choose smaller numbers, fewer attempts or a smaller queue,"
                                + " or run it with './oncemore lab'");
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw Refusal.busy("the server is stopping; try again in a minute");
        }
    }

    /** The alarm interrupts the simulation, which looks for that between events. */
    private void runLimited(FutureTask<LabReport> task) {
        Time.Alarm alarm = time.alarm(limit.toNanos(), () -> task.cancel(true));
        try {
            task.run();
        } finally {
            alarm.cancel();
        }
    }
}
