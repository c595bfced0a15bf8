package dev.oncemore.bench.measure;

import dev.oncemore.observe.json.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The JSON file with the figures of a run, for other programs. It is replaced atomically: readers see the old content or the
 * complete new one.
 */
public final class FigureFile {
    private static final int DECIMALS = 3;

    private final Path file;
    private final Path draft;

    private FigureFile(Path file) {
        this.file = file;
        draft = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    }

    /**
     * Checks that the file can be written, before a benchmark that takes minutes.
     *
     * @throws IOException when it cannot be written; the message says why
     */
    public static FigureFile requireWritable(Path path) throws IOException {
        Path file = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        Path folder = file.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException(
                    "'" + path + "' cannot be written: the folder '" + folder + "' does not exist; create it first");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("'" + path + "' cannot be written: it is not a file");
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new IOException("'" + path + "' cannot be written: it is read-only");
        }
        FigureFile figureFile = new FigureFile(file);
        try {
            Files.writeString(figureFile.draft, "", StandardOpenOption.CREATE);
            Files.delete(figureFile.draft);
        } catch (IOException e) {
            throw new IOException("'" + path + "' cannot be written: no file can be created in '" + folder + "'", e);
        }
        return figureFile;
    }

    /** Writes all figures of a bench. */
    public void write(String bench, Findings findings) throws IOException {
        try {
            Files.writeString(draft, json(bench, findings));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    static String json(String bench, Findings findings) {
        Figures figures = findings.figures();
        return new JsonObject()
                        .add("bench", bench)
                        .addAll("notes", findings.notes(), note -> new JsonObject().add("note", note))
                        .addAll("references", findings.references(), name -> new JsonObject().add("subject", name))
                        .addAll("rows", figures.all(), FigureFile::row)
                        .addAll("targets", findings.targets(), FigureFile::target)
                        .addAll("disturbances", figures.disturbances(), FigureFile::disturbance)
                + "\n";
    }

    private static JsonObject row(Figure figure) {
        return new JsonObject()
                .add("case", figure.caseName())
                .add("subject", figure.subject())
                .add("metric", figure.metric())
                .add("rounds", figure.rounds())
                .add("value", rounded(figure.value()))
                .add("least", rounded(figure.least()))
                .add("most", rounded(figure.most()));
    }

    private static JsonObject target(Target target) {
        return new JsonObject()
                .add("case", target.caseName())
                .add("measured", target.measured())
                .add("wanted", target.wanted())
                .add("reached", target.reached());
    }

    private static JsonObject disturbance(Disturbance disturbance) {
        return new JsonObject()
                .add("during", disturbance.during())
                .add("othersPercent", rounded(disturbance.othersPercent()))
                .add("stealPercent", rounded(disturbance.stealPercent()));
    }

    /** Rounds to three decimals, because more would be noise. */
    private static double rounded(double value) {
        return BigDecimal.valueOf(value)
                        .setScale(DECIMALS, RoundingMode.HALF_UP)
                        .doubleValue()
                + 0.0; // no negative zero
    }
}
