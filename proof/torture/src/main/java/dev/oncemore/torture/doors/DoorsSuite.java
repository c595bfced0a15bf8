package dev.oncemore.torture.doors;

import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Suite;
import dev.oncemore.torture.net.Violation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** All attacks at once, beside ordinary work. */
public final class DoorsSuite implements Suite {
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Duration healthMax;

    /**
     * A suite.
     *
     * @param healthMax how long 99 of 100 questions for the server's health may take
     */
    public DoorsSuite(Duration healthMax) {
        this.healthMax = healthMax;
    }

    @Override
    public String name() {
        return "doors";
    }

    @Override
    public boolean isWanted(Context context) {
        return context.doors();
    }

    @Override
    public Report run(Context context) throws Exception {
        Path folder = Files.createTempDirectory("oncemore-doors");
        long begin = System.nanoTime();
        try (Target target = Target.start(folder)) {
            return new Siege(target).run(context, begin);
        } finally {
            delete(folder);
        }
    }

    /** One run. */
    private final class Siege {
        private final Target target;
        private final Map<String, LongAdder> strikes = new TreeMap<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean over;

        Siege(Target target) {
            this.target = target;
        }

        Report run(Context context, long begin) throws Exception {
            String staff = target.token("staff");
            Probe health =
                    Probe.get("health", Duration.ofMillis(50), target.address().resolve("/api/health/live"), null);
            List<Probe> others = others();
            StrangerAttacks stranger = new StrangerAttacks(target.port());
            StaffAttacks member = new StaffAttacks(target.port(), staff);
            List<Attack> attacks = new ArrayList<>(stranger.all());
            attacks.addAll(member.all());
            others.forEach(probe -> start(() -> work(probe)));
            Pauses.pause(WARM_UP);
            for (Attack attack : attacks) {
                LongAdder counter = new LongAdder();
                strikes.put(attack.name(), counter);
                start(() -> strike(attack, counter));
            }
            start(() -> work(health));
            long endNanos = System.nanoTime() + context.time().toNanos();
            while (System.nanoTime() < endNanos && target.isAlive()) {
                Pauses.pause(LOOK);
                context.progress()
                        .show(strikes.values().stream()
                                        .mapToLong(LongAdder::sum)
                                        .sum() + " attacks; " + health.summary());
            }
            boolean isAlive = target.isAlive();
            over = true;
            stranger.close();
            member.close();
            for (Thread thread : threads) {
                thread.interrupt();
                thread.join();
            }
            return report(begin, isAlive, health, others);
        }

        private List<Probe> others() throws IOException, InterruptedException {
            String viewer = target.token("viewer");
            String colleague = target.token("staff");
            byte[] sheet = StaffAttacks.Forms.upload(
                    "invoices.csv",
                    "number,date,partner,description,quantity,unit_price,tax_rate\nINV-1,2026-01-31,Foods,tea,1,150,8\n"
                            .getBytes(StandardCharsets.UTF_8));
            return List.of(
                    Probe.get(
                            "a viewer's queues",
                            Duration.ofMillis(200),
                            target.address().resolve("/api/queues"),
                            viewer),
                    Probe.get(
                            "a login page",
                            Duration.ofMillis(500),
                            target.address().resolve("/login"),
                            null),
                    Probe.post(
                            "a colleague's sheets",
                            Duration.ofSeconds(2),
                            target.address().resolve("/api/sheets"),
                            colleague,
                            StaffAttacks.Forms.TYPE,
                            sheet));
        }

        private void start(Runnable work) {
            Thread thread = new Thread(work, "doors");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }

        private void work(Probe probe) {
            try {
                while (!over) {
                    probe.ask();
                    Pauses.pause(probe.pause());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void strike(Attack attack, LongAdder counter) {
            for (int round = 0; !over; round++) {
                try {
                    attack.strike().run(round);
                } catch (IOException e) {
                    // Refused and cut off: that is what doors are for.
                }
                counter.increment();
                try {
                    Pauses.pause(attack.pause());
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        private Report report(long begin, boolean isAlive, Probe health, List<Probe> others) throws IOException {
            List<Violation> violations = new ArrayList<>();
            List<String> log = target.log();
            String end = String.join("\n", log.subList(Math.max(0, log.size() - 20), log.size()));
            if (!isAlive) {
                violations.add(new Violation(0, "the server goes on", end));
            }
            if (log.stream().anyMatch(line -> line.contains("OutOfMemoryError:"))) {
                violations.add(new Violation(0, "the server has enough memory", end));
            }
            if (log.stream().anyMatch(line -> line.startsWith("\tat "))) {
                violations.add(new Violation(0, "nobody can write a stack trace to the log", end));
            }
            double p99Millis = health.percentileMillis(0.99);
            if (!(p99Millis <= healthMax.toMillis())) {
                violations.add(new Violation(
                        0, String.format(Locale.ROOT, "health p99 is %.1f ms", p99Millis), health.summary()));
            }
            List<String> facts = new ArrayList<>(List.of(
                    "heap " + Target.HEAP_MEGABYTES + " MB, " + log.size() + " lines in the log", health.summary()));
            List<String> unanswered = new ArrayList<>(health.unanswered());
            for (Probe probe : others) {
                facts.add(probe.summary());
                unanswered.addAll(probe.unanswered());
            }
            if (!unanswered.isEmpty()) {
                violations.add(new Violation(0, "others are answered", String.join("\n", unanswered)));
            }
            Map<String, Long> counts = new TreeMap<>();
            strikes.forEach((name, count) -> counts.put(name, count.sum()));
            long all = counts.values().stream().mapToLong(Long::longValue).sum();
            return new Report(
                    name(), 0, all, (System.nanoTime() - begin) / 1e9, counts, facts, violations, violations.size());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
