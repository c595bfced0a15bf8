package dev.oncemore.bench.desk;

import dev.oncemore.bench.measure.Jvm;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.desk.sheet.Inspection;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.spreadsheet.AddedCells;
import dev.oncemore.spreadsheet.CellValue;
import dev.oncemore.spreadsheet.WorkbookPatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads a sheet, or writes it back, in a separate JVM with a limited heap. */
final class SheetProcess {
    /** Marks the lines with figures, because libraries print, too. */
    private static final String TOLD = "took ";

    private static final double MILLIS = 1e6;

    private SheetProcess() {}

    /** The measured values, in the order of the rounds. */
    static List<Double> run(String act, Path file, int rows, int rounds, int heapMegabytes) {
        List<String> command = Jvm.command(SheetProcess.class.getName(), "-Xmx" + heapMegabytes + "m");
        command.addAll(List.of(act, file.toString(), Integer.toString(rows), Integer.toString(rounds)));
        return Jvm.output(act + " with " + heapMegabytes + " MB", command)
                .lines()
                .filter(line -> line.startsWith(TOLD))
                .map(line -> Double.valueOf(line.substring(TOLD.length())))
                .toList();
    }

    /**
     * The main method of that JVM. The first round is a warm-up and not reported.
     *
     * @param args what to do (read or write-back), the file, its rows, and how often
     */
    public static void main(String[] args) throws Exception {
        byte[] file = Files.readAllBytes(Path.of(args[1]));
        int rows = Integer.parseInt(args[2]);
        int rounds = Integer.parseInt(args[3]);
        List<Double> millis = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            if (args[0].equals("read")) {
                millis.add(timed(() -> require(Inspection.of(file, ReadOptions.NONE), rows)));
                millis.add(timed(() -> require(PoiReader.rows(file) - 1, rows)));
            } else {
                millis.add(timed(() -> WorkbookPatch.add(file, "Invoices", 1, new Told(rows + 1), Set.of())));
            }
        }
        int warmup = args[0].equals("read") ? 2 : 1;
        millis.subList(warmup, millis.size()).forEach(took -> System.out.println(TOLD + took));
    }

    private static void require(Inspection inspection, int rows) {
        require(inspection.rows(), rows);
        require(inspection.wrongRows(), 0);
    }

    private static void require(int found, int wanted) {
        if (found != wanted) {
            throw new MeasuringException("there are " + found + " rows instead of " + wanted, null);
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static double timed(Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / MILLIS;
    }

    /** The results of rows. */
    private record Told(int lastRow) implements AddedCells {
        private static final CellValue SENT = CellValue.time(Instant.parse("2026-01-31T10:00:00Z"));

        @Override
        public List<String> headings() {
            return List.of("status", "document_id", "message", "sent_at");
        }

        @Override
        public List<Integer> widths() {
            return List.of(11, 16, 60, 24);
        }

        @Override
        public List<CellValue> of(int row) {
            return List.of(
                    CellValue.text("Created"), CellValue.number(Integer.toString(row)), CellValue.text(""), SENT);
        }
    }
}
