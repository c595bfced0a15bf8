package dev.oncemore.spreadsheet;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The row being read. The object is reused for the next row, so callers copy the cells they keep. */
public final class FileRow {
    /** How many columns are read; columns further to the right are only counted. */
    public static final int COLUMNS_MAX = 200;

    /** Longer texts are cut here as they are read; no cell that means anything is this long. */
    public static final int TEXT_MAX = 2_000;

    private final String[] texts = new String[COLUMNS_MAX];
    private final Kind[] kinds = new Kind[COLUMNS_MAX];
    private final boolean isFrom1904;
    private int number;
    private int size;
    private int width;
    private int filled;
    private boolean isHidden;

    FileRow(boolean isFrom1904) {
        this.isFrom1904 = isFrom1904;
        Arrays.fill(texts, "");
        Arrays.fill(kinds, Kind.TEXT);
    }

    /** The type of a cell. */
    public enum Kind {
        /** A text, or an empty cell. */
        TEXT,
        /** A number, written plainly: 1234.5. */
        NUMBER,
        /** A percentage, written as 10%. */
        PERCENT,
        /** A date, written as 2026-01-31. */
        DATE
    }

    void begin(int newNumber) {
        Arrays.fill(texts, 0, size, "");
        Arrays.fill(kinds, 0, size, Kind.TEXT);
        number = newNumber;
        size = 0;
        width = 0;
        filled = 0;
        isHidden = false;
    }

    void hide() {
        isHidden = true;
    }

    void put(int place, String whole, Kind kind) {
        String text = whole.length() > TEXT_MAX ? whole.substring(0, TEXT_MAX) : whole;
        width = Math.max(width, place + 1);
        filled = text.isEmpty() ? filled : Math.max(filled, place + 1);
        if (place < COLUMNS_MAX) {
            texts[place] = text;
            kinds[place] = kind;
            size = Math.max(size, place + 1);
        }
    }

    /** The row's number in the file, from 1. */
    public int number() {
        return number;
    }

    /** Whether people do not see it: it is hidden, or filtered away. */
    public boolean isHidden() {
        return isHidden;
    }

    /** The number of columns, including those that were not read. */
    public int width() {
        return width;
    }

    /** The number of columns up to the last one that is not empty. */
    public int filled() {
        return filled;
    }

    /** The text of a cell without surrounding blanks; empty if there is no such cell. */
    public String text(int place) {
        return place < size ? texts[place].strip() : "";
    }

    /** The text of a cell as it is in the file. */
    String rawText(int place) {
        return place < size ? texts[place] : "";
    }

    /** The type of a cell. */
    public Kind kind(int place) {
        return place < size ? kinds[place] : Kind.TEXT;
    }

    /** The date that a number stands for in this file. */
    public Optional<LocalDate> date(int place) {
        return kind(place) == Kind.NUMBER ? SerialDates.day(text(place), isFrom1904) : Optional.empty();
    }

    /** Whether all cells are empty. */
    public boolean isBlank() {
        for (int i = 0; i < size; i++) {
            if (!texts[i].isBlank()) {
                return false;
            }
        }
        return true;
    }

    /** The texts of all cells. */
    public List<String> texts() {
        List<String> all = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            all.add(text(i));
        }
        return all;
    }
}
