package dev.oncemore.spreadsheet;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A row while it is read. It is reused for the next row: copy what you keep. */
public final class FileRow {
    /** How many columns are read; what stands further to the right is only counted. */
    public static final int COLUMNS_MAX = 200;

    private final String[] texts = new String[COLUMNS_MAX];
    private final Kind[] kinds = new Kind[COLUMNS_MAX];
    private final boolean isFrom1904;
    private int number;
    private int size;
    private int width;
    private int filled;

    FileRow(boolean isFrom1904) {
        this.isFrom1904 = isFrom1904;
        Arrays.fill(texts, "");
        Arrays.fill(kinds, Kind.TEXT);
    }

    /** What a cell holds. */
    public enum Kind {
        /** A text, or nothing. */
        TEXT,
        /** A number, written plainly: 1234.5. */
        NUMBER,
        /** A share, written as 10%. */
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
    }

    void put(int place, String text, Kind kind) {
        width = Math.max(width, place + 1);
        filled = text.isEmpty() ? filled : Math.max(filled, place + 1);
        if (place < COLUMNS_MAX) {
            texts[place] = text;
            kinds[place] = kind;
            size = Math.max(size, place + 1);
        }
    }

    /** Where it stands in the file, from 1. */
    public int number() {
        return number;
    }

    /** How many columns it has, read or not. */
    public int width() {
        return width;
    }

    /** How many columns it has up to the last that is not empty. */
    public int filled() {
        return filled;
    }

    /** What a cell says, without blanks around it; empty where there is none. */
    public String text(int place) {
        return place < size ? texts[place].strip() : "";
    }

    /** What kind of cell it is. */
    public Kind kind(int place) {
        return place < size ? kinds[place] : Kind.TEXT;
    }

    /** The date that a number stands for in this file. */
    public Optional<LocalDate> date(int place) {
        return kind(place) == Kind.NUMBER ? SerialDates.day(text(place), isFrom1904) : Optional.empty();
    }

    /** Whether nothing is in it. */
    public boolean isBlank() {
        for (int i = 0; i < size; i++) {
            if (!texts[i].isBlank()) {
                return false;
            }
        }
        return true;
    }

    /** All of its cells. */
    public List<String> texts() {
        List<String> all = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            all.add(text(i));
        }
        return all;
    }
}
