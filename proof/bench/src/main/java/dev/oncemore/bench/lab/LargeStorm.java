package dev.oncemore.bench.lab;

import dev.oncemore.bench.measure.Heap;
import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.lab.LabRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The scenario "storm" with very many clients, in a separate JVM with a limited heap. */
final class LargeStorm {
    static final int HEAP_MEGABYTES = 2_048;

    /** Marks the line with the figure. */
    private static final String TOLD = "live ";

    /** Where in the run the heap is measured: during the outage, after it, and in the middle of each policy. */
    private static final List<Double> MOMENTS = List.of(0.2, 0.3, 0.4, 0.7, 0.8, 0.9);

    private LargeStorm() {}

    /** Runs it; returns the largest live heap. */
    static double liveMegabytes(int clients) {
        List<String> command = Jvm.command(LargeStorm.class.getName(), "-Xmx" + HEAP_MEGABYTES + "m");
        command.add(Integer.toString(clients));
        return Jvm.output("a storm of " + clients + " clients", command)
                .lines()
                .filter(line -> line.startsWith(TOLD))
                .mapToDouble(line -> Double.parseDouble(line.substring(TOLD.length())))
                .max()
                .orElse(Double.NaN);
    }

    /**
     * The main method of that JVM.
     *
     * @param args the number of clients
     */
    public static void main(String[] args) {
        int clients = Integer.parseInt(args[0]);
        List<Double> measured = new ArrayList<>();
        int[] next = {0};
        LabRequest.of("storm")
                .policy("api")
                .against("three-retries")
                .set("clients", clients)
                .set("capacity", Math.min(1_000_000, Math.max(50, clients / 10.0)))
                .run(share -> {
                    while (next[0] < MOMENTS.size() && share >= MOMENTS.get(next[0])) {
                        next[0]++;
                        measured.add(Heap.liveMegabytes());
                    }
                });
        System.out.println(TOLD + Collections.max(measured));
    }
}
