package dev.oncemore.desk.sheet;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A file that was read and checked, without being kept anywhere. */
public final class Inspection {
    private final SheetFile file;
    private final CheckResult checked;

    private Inspection(SheetFile file) {
        this.file = file;
        this.checked = CheckResult.of(file.reading(), file.lines());
    }

    /**
     * Reads and checks a file.
     *
     * @throws IllegalArgumentException when the file cannot be read; the message says why
     */
    public static Inspection of(byte[] file, ReadOptions options) {
        return new Inspection(SheetFile.read(file, options, Map.of(), true));
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
        return checked.wrong();
    }

    /** What can be sent of it. */
    public Total total() {
        return checked.total(document -> true);
    }

    /** What is valid, but probably a mistake. */
    public List<String> warnings() {
        return Warnings.of(file);
    }

    /** What may not be meant, as far as the file itself tells. */
    public List<Question> questions() {
        return Questions.of(file);
    }

    /** Tells what is wrong, row by row. */
    public void problems(Consumer<String> consumer) {
        file.lines().stream().map(checked::of).flatMap(Optional::stream).forEach(consumer);
    }
}
