package dev.oncemore.bench.desk;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.oncemore.bench.measure.BenchProgress;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.TemporaryFolder;
import dev.oncemore.desk.sheet.Inspection;
import dev.oncemore.desk.sheet.ReadOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One run of the bench. */
final class DeskRun {
    static final String POI = "poi";
    static final String FASTCSV = "fastcsv";
    static final String READ = "read-xlsx";
    static final String WRITE = "write-back";
    static final String CSV = "read-csv";
    static final String PAGE = "page";
    static final String SEND = "send";
    static final String MILLIS = "ms";
    static final String ROWS = "rows/s";
    static final String P99 = "ms p99";
    static final String DOCUMENTS = "documents/s";
    static final String HEAP = "MB heap";

    /** The heap of the process that reads, in megabytes. */
    static final int READ_HEAP = 256;
    /** The memory for writing a sheet back, besides the file itself and an idle JVM, which take a few megabytes each. */
    static final int WRITE_HEAP_EXTRA = 64;

    private static final int IDLE = 8;
    private static final double GUESS = 20;
    private static final int CASES = 5;

    private final DeskEffort effort;

    DeskRun(DeskEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter out) {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            return measure(out, folder);
        } catch (IOException e) {
            throw new MeasuringException("the bench's files could not be created: " + e, e);
        }
    }

    private Figures measure(PrintWriter out, TemporaryFolder folder) throws IOException {
        Figures figures = new Figures();
        BenchProgress progress = new BenchProgress(out, Collections.nCopies(CASES, GUESS));
        Path book = SampleSheet.workbook(folder.resolve("large.xlsx"), effort.rows());
        step(progress, figures, READ, () -> read(book));
        step(progress, figures, WRITE, () -> writeBack(book));
        step(progress, figures, CSV, this::csv);
        try (DeskVisit visit = new DeskVisit(folder.resolve("bench.db"))) {
            step(progress, figures, PAGE, () -> {
                String id = visit.bring(Files.readAllBytes(book), "large.xlsx");
                return List.of(
                        Figure.of(PAGE, Subject.ONCEMORE, P99, visit.slowestPages(id, effort.rows(), effort.pages())));
            });
            step(progress, figures, SEND, () -> {
                // The first sheet is a warm-up.
                visit.documentsPerSecond(1, effort.documents());
                double perSecond = visit.documentsPerSecond(1 + effort.documents(), effort.documents());
                return List.of(Figure.of(SEND, Subject.ONCEMORE, DOCUMENTS, perSecond));
            });
        }
        return figures;
    }

    @FunctionalInterface
    private interface Step {
        List<Figure> run() throws IOException;
    }

    private static void step(BenchProgress progress, Figures figures, String name, Step step) throws IOException {
        progress.start(name, GUESS);
        List<Figure> measured = step.run();
        figures.add(measured);
        progress.end(measured.stream().filter(Measurement::isMedian).toList());
    }

    /** Measures both readers in turns. */
    private List<Figure> read(Path book) {
        List<Double> both = SheetProcess.run("read", book, effort.rows(), effort.rounds(), READ_HEAP);
        List<Double> own = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (int i = 0; i < both.size(); i++) {
            (i % 2 == 0 ? own : theirs).add(both.get(i));
        }
        List<Figure> figures = new ArrayList<>(Measurement.of(own).figures(READ, Subject.ONCEMORE, MILLIS));
        figures.addAll(Measurement.of(theirs).figures(READ, POI, MILLIS));
        return figures;
    }

    private List<Figure> writeBack(Path book) throws IOException {
        int file = (int) (Files.size(book) >> 20) + 1;
        int heap = IDLE + file + WRITE_HEAP_EXTRA;
        List<Figure> figures = new ArrayList<>(
                Measurement.of(SheetProcess.run("write-back", book, effort.rows(), effort.rounds(), heap))
                        .figures(WRITE, Subject.ONCEMORE, MILLIS));
        figures.add(Figure.of(WRITE, Subject.ONCEMORE, HEAP, heap));
        return figures;
    }

    private List<Figure> csv() throws IOException {
        byte[] file = SampleSheet.csv(1, effort.rows());
        List<Double> own = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (int round = 0; round <= effort.rounds(); round++) {
            long start = System.nanoTime();
            int rows = Inspection.of(file, ReadOptions.NONE).rows();
            long between = System.nanoTime();
            int peer = fastCsv(file);
            long end = System.nanoTime();
            if (rows != effort.rows() || peer != effort.rows() + 1) {
                throw new MeasuringException("there are " + rows + " and " + peer + " rows", null);
            }
            if (round > 0) {
                own.add(rows * 1e9 / (between - start));
                theirs.add(rows * 1e9 / (end - between));
            }
        }
        List<Figure> figures = new ArrayList<>(Measurement.of(own).figures(CSV, Subject.ONCEMORE, ROWS));
        figures.addAll(Measurement.of(theirs).figures(CSV, FASTCSV, ROWS));
        return figures;
    }

    private static int fastCsv(byte[] file) throws IOException {
        int rows = 0;
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(new String(file, StandardCharsets.UTF_8))) {
            for (CsvRecord record : reader) {
                rows += record.getFieldCount() > 0 ? 1 : 0;
            }
        }
        return rows;
    }
}
