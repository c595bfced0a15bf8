package dev.oncemore.spreadsheet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file with rows. Errors in the file are reported by an {@link IllegalArgumentException} whose message is for its author. */
public interface Spreadsheet extends AutoCloseable {
    /**
     * Opens a file, which is a workbook or CSV.
     *
     * @param encoding of CSV; null to find out
     * @param delimiter of CSV; null to find out
     */
    static Spreadsheet open(byte[] file, @Nullable String encoding, @Nullable Character delimiter) {
        return isWorkbook(file) ? Workbook.open(file) : CsvFile.open(file, encoding, delimiter);
    }

    /** Whether it is a workbook by its first bytes. */
    static boolean isWorkbook(byte[] file) {
        return ForeignFile.refuse(file) && file.length > 1 && file[0] == 'P' && file[1] == 'K';
    }

    /** The sheets in it; none in CSV. */
    List<String> sheets();

    /** The sheet that is seen first; empty in CSV. */
    String firstSheet();

    /** The encoding, as people know it; that of a workbook is its own affair. */
    String encoding();

    /** What is between cells; a comma in workbooks, where nothing is. */
    char delimiter();

    /** Reads a sheet. */
    void read(String sheet, RowHandler handler);

    @Override
    void close();
}
