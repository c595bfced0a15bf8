package dev.oncemore.server.desk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A file that was read and checked, without being kept anywhere. */
public final class Inspection {
    private final SheetFile file;
    private final Judgement judgement;

    private Inspection(SheetFile file) {
        this.file = file;
        this.judgement = Judgement.of(file.reading(), file.lines());
    }

    /**
     * Reads and checks a file.
     *
     * @throws IllegalArgumentException when the file cannot be read; the message says why
     */
    public static Inspection of(byte[] file, ReadOptions wish) {
        return new Inspection(SheetFile.read(file, wish, Map.of(), true));
    }

    /** How it was read. */
    public Reading reading() {
        return file.reading();
    }

    /** How many rows it has. */
    public int rows() {
        return file.lines().size();
    }

    /** In how many of them something is wrong. */
    public int wrongRows() {
        return judgement.wrong();
    }

    /** What can be sent of it. */
    public Total total() {
        return judgement.total(document -> true);
    }

    /** What looks as if nobody meant it. */
    public List<String> warnings() {
        return Warnings.of(file.lines(), file.reading());
    }

    /** Tells what is wrong, row by row. */
    public void problems(Consumer<String> consumer) {
        file.lines().stream().map(judgement::of).flatMap(Optional::stream).forEach(consumer);
    }
}
