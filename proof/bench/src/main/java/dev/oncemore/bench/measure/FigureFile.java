package dev.oncemore.bench.measure;

import dev.oncemore.observe.json.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Where the figures of a run go for other programs, as JSON. Whoever reads the file sees the old content or all of the
 * new one, because it is written beside and then renamed.
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
     * A file that can be written, as is tried out now: benchmarks take minutes, and to find out afterwards is too late.
     *
     * @throws IOException when it cannot be written; the message says why
     */
    public static FigureFile requireWritable(Path path) throws IOException {
        Path file = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        Path folder = file.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException("'" + path + "' cannot be written: there is no folder '" + folder + "'");
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
            throw new IOException("'" + path + "' cannot be written: nothing can be created in '" + folder + "'", e);
        }
        return figureFile;
    }

    /** Writes all figures of a bench at once. */
    public void write(String bench, List<Figure> figures) throws IOException {
        try {
            Files.writeString(draft, json(bench, figures));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    static String json(String bench, List<Figure> figures) {
        return new JsonObject().add("bench", bench).addAll("rows", figures, FigureFile::row) + "\n";
    }

    private static JsonObject row(Figure figure) {
        return new JsonObject()
                .add("case", figure.caseName())
                .add("subject", figure.subject())
                .add("metric", figure.metric())
                .add("value", rounded(figure.value()));
    }

    /** At most three decimals: more would only be noise. */
    private static double rounded(double value) {
        return BigDecimal.valueOf(value)
                        .setScale(DECIMALS, RoundingMode.HALF_UP)
                        .doubleValue()
                + 0.0; // no negative zero
    }
}
