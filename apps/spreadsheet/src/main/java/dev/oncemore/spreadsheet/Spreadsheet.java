package dev.oncemore.spreadsheet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workbook or CSV file. An invalid file throws an {@link IllegalArgumentException} with a message for the file's author. */
public interface Spreadsheet extends AutoCloseable {
    /**
     * Opens a workbook or CSV file.
     *
     * @param encoding the encoding of CSV; null to detect it
     * @param delimiter the delimiter of CSV; null to detect it
     * @param checkpoint called while it is read
     */
    static Spreadsheet open(
            byte[] file, @Nullable String encoding, @Nullable Character delimiter, Checkpoint checkpoint) {
        return isWorkbook(file) ? Workbook.open(file, checkpoint) : CsvFile.open(file, encoding, delimiter, checkpoint);
    }

    /** Whether the first bytes are those of a workbook. */
    static boolean isWorkbook(byte[] file) {
        return ForeignFile.refuse(file) && file.length > 1 && file[0] == 'P' && file[1] == 'K';
    }

    /** The names of the sheets; none in CSV. */
    List<String> sheets();

    /** The sheet that is shown when the file is opened; empty in CSV. */
    String firstSheet();

    /** The common name of the encoding; a workbook has its own. */
    String encoding();

    /** The delimiter of a CSV file; a comma for workbooks, which have none. */
    char delimiter();

    /** Reads the rows of a sheet. */
    void read(String sheet, RowHandler handler);

    @Override
    void close();
}
