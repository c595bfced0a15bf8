package dev.oncemore.bench.desk;

import static java.util.Objects.requireNonNull;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Step;
import dev.oncemore.bench.measure.Steps;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    static final String SERVER_CPU = "ms CPU/document";
    static final String SANDBOX_CPU = "ms CPU of the sandbox and the client/document";
    static final String HEAP = "MB heap";

    /** The heap of the process that reads, in megabytes. */
    static final int READ_HEAP = 256;
    /** The memory for writing a sheet back, besides the file itself and an idle JVM, which take a few megabytes each. */
    static final int WRITE_HEAP_EXTRA = 64;

    private static final int IDLE = 8;
    private static final double GUESS = 20;
    private static final double SEND_GUESS = 60;
    private static final int STEADY_SHEETS = 2;
    private static final int WARM_UPS_MAX = 10;
    private static final double STEADY = 0.95;

    private final DeskEffort effort;
    private @Nullable DeskVisit visit;

    DeskRun(DeskEffort effort) {
        this.effort = effort;
    }

    Figures measure(PrintWriter out) {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            try {
                return Steps.measure(steps(folder), out);
            } finally {
                if (visit != null) {
                    visit.close();
                }
            }
        }
    }

    private List<Step> steps(TemporaryFolder folder) {
        Path book = folder.resolve("large.xlsx");
        return List.of(
                new Step(READ, GUESS, () -> read(SampleSheet.workbook(book, effort.rows()))),
                new Step(WRITE, GUESS, () -> writeBack(book)),
                new Step(CSV, GUESS, this::csv),
                new Step(PAGE, GUESS, () -> {
                    visit = new DeskVisit(folder.resolve("data"));
                    return page(visit, book);
                }),
                new Step(SEND, SEND_GUESS, () -> send(requireNonNull(visit))));
    }

    /** Measures both readers in turns. */
    private List<Figure> read(Path book) {
        List<Double> both = SheetProcess.run("read", book, effort.rows(), effort.rounds(), READ_HEAP);
        List<Double> own = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (int i = 0; i < both.size(); i++) {
            (i % 2 == 0 ? own : theirs).add(both.get(i));
        }
        return List.of(
                Measurement.of(own).figure(READ, Subject.ONCEMORE, MILLIS),
                Measurement.of(theirs).figure(READ, POI, MILLIS));
    }

    private List<Figure> writeBack(Path book) throws IOException {
        int file = (int) (Files.size(book) >> 20) + 1;
        int heap = IDLE + file + WRITE_HEAP_EXTRA;
        List<Double> millis = SheetProcess.run("write-back", book, effort.rows(), effort.rounds(), heap);
        return List.of(
                Measurement.of(millis).figure(WRITE, Subject.ONCEMORE, MILLIS),
                Figure.of(WRITE, Subject.ONCEMORE, HEAP, heap));
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
        return List.of(
                Measurement.of(own).figure(CSV, Subject.ONCEMORE, ROWS),
                Measurement.of(theirs).figure(CSV, FASTCSV, ROWS));
    }

    private List<Figure> page(DeskVisit visit, Path book) throws IOException {
        String id = visit.bring(Files.readAllBytes(book), "large.xlsx");
        return List.of(Figure.of(PAGE, Subject.ONCEMORE, P99, visit.slowestPages(id, effort.rows(), effort.pages())));
    }

    private List<Figure> send(DeskVisit visit) {
        int first = warmUp(visit);
        List<Double> perSecond = new ArrayList<>();
        List<Double> server = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        for (int round = 0; round < effort.rounds(); round++) {
            DeskVisit.Sent sent = visit.send(first + round * effort.documents(), effort.documents());
            perSecond.add(sent.perSecond());
            server.add(sent.serverMillis());
            others.add(sent.otherMillis());
        }
        return List.of(
                Measurement.of(perSecond).figure(SEND, Subject.ONCEMORE, DOCUMENTS),
                Measurement.of(server).figure(SEND, Subject.ONCEMORE, SERVER_CPU),
                Measurement.of(others).figure(SEND, Subject.ONCEMORE, SANDBOX_CPU));
    }

    /**
     * Sends sheets until two in a row are not cheaper than the cheapest before them: the first thousands of documents are several
     * times as expensive as later ones, while the JVM compiles, and one sheet may be slow by chance. Sheets are of one size, since
     * the desk asks about unusual totals.
     *
     * @return the number of the next document
     */
    private int warmUp(DeskVisit visit) {
        double cheapest = Double.MAX_VALUE;
        int steady = 0;
        for (int sheets = 1; ; sheets++) {
            double now = visit.send(1 + (sheets - 1) * effort.documents(), effort.documents())
                    .serverMillis();
            steady = now > cheapest * STEADY ? steady + 1 : 0;
            cheapest = Math.min(cheapest, now);
            if (steady == STEADY_SHEETS || sheets == WARM_UPS_MAX) {
                return 1 + sheets * effort.documents();
            }
        }
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
