package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the cells of a sheet. */
final class SheetParser implements XmlPart.Visitor {
    /** The text of a formula whose result is not in the file. */
    static final String NO_RESULT = "#FORMULA!";

    private static final int ROWS_MAX = 1_048_576;
    private static final int DIGITS = 15;
    /** Programs write at most 17 digits, a point, signs and an exponent. */
    private static final int NUMBER_MAX = 60;

    private static final MathContext AS_SHOWN = new MathContext(DIGITS);

    private final List<String> strings;
    private final Styles styles;
    private final boolean isFrom1904;
    private final MergedCells merged;
    private final RowHandler handler;
    private final FileRow row;
    private final StringBuilder inline = new StringBuilder();

    private int number;
    private int place;
    private int style;
    private String type = "n";
    private @Nullable String value;
    private boolean isFormula;
    private boolean isReading;
    private boolean isInline;

    SheetParser(List<String> strings, Styles styles, boolean isFrom1904, MergedCells merged, RowHandler handler) {
        this.strings = strings;
        this.styles = styles;
        this.isFrom1904 = isFrom1904;
        this.merged = merged;
        this.handler = handler;
        this.row = new FileRow(isFrom1904);
    }

    @Override
    public boolean start(String name, XmlReader reader) throws IOException {
        switch (name) {
            case "row" -> beginRow(reader);
            case "c" -> beginCell(reader);
            case "v" -> value = reader.text(FileRow.TEXT_MAX);
            case "f" -> isFormula = true;
            case "is" -> {
                isInline = true;
                inline.setLength(0);
            }
            case "rPh" -> isReading = true;
            case "t" -> {
                if (isInline && !isReading && inline.length() < FileRow.TEXT_MAX) {
                    inline.append(Escapes.plain(reader.text(FileRow.TEXT_MAX)));
                }
            }
            default -> {
                // Widths, filters, pictures.
            }
        }
        return true;
    }

    private void beginRow(XmlReader reader) {
        String r = reader.attribute("r");
        int next = r == null ? number + 1 : index(r);
        if (next <= number || next > ROWS_MAX) {
            throw new IllegalArgumentException("the workbook is damaged: after row " + number + " comes row " + r
                    + "; open it in a spreadsheet program, save it again and send the new file");
        }
        number = next;
        place = -1;
        row.begin(number);
        String hidden = reader.attribute("hidden");
        if ("1".equals(hidden) || "true".equals(hidden)) {
            row.hide();
        }
    }

    private void beginCell(XmlReader reader) {
        place++;
        style = 0;
        type = "n";
        value = null;
        isFormula = false;
        isInline = false;
        inline.setLength(0);
        for (String attribute = reader.nextAttribute(); attribute != null; attribute = reader.nextAttribute()) {
            String text = reader.value();
            switch (attribute) {
                case "r" -> place = Places.column(text);
                case "s" -> style = index(text);
                case "t" -> type = text;
                default -> {
                    // Rich values.
                }
            }
        }
        if (place >= Places.COLUMNS_MAX) {
            throw new IllegalArgumentException("row " + number + " has more than " + Places.COLUMNS_MAX
                    + " columns, more than any spreadsheet has; save it again and send the new file");
        }
    }

    @Override
    public boolean end(String name) {
        switch (name) {
            case "c" -> endCell();
            case "rPh" -> isReading = false;
            case "row" -> {
                merged.fill(row);
                return row.isBlank() || handler.take(row);
            }
            case "sheetData" -> {
                return false;
            }
            default -> {
                // Ends of elements that were skipped.
            }
        }
        return true;
    }

    private void endCell() {
        String held = value;
        if (type.equals("inlineStr")) {
            row.put(place, inline.toString(), FileRow.Kind.TEXT);
        } else if (held == null || held.isEmpty()) {
            row.put(place, isFormula && !type.equals("str") ? NO_RESULT : "", FileRow.Kind.TEXT);
        } else {
            switch (type) {
                case "s" -> row.put(place, shared(index(held)), FileRow.Kind.TEXT);
                case "b" -> row.put(place, held.equals("1") ? "TRUE" : "FALSE", FileRow.Kind.TEXT);
                case "str" -> row.put(place, Escapes.plain(held), FileRow.Kind.TEXT);
                case "d" -> row.put(place, held.substring(0, Math.min(10, held.length())), FileRow.Kind.DATE);
                case "e" -> row.put(place, held, FileRow.Kind.TEXT);
                default -> number(held);
            }
        }
    }

    private String shared(int index) {
        if (index >= strings.size()) {
            throw new IllegalArgumentException(
                    "the workbook is damaged: row " + number
                            + " refers to a text that is not in it; open it in a spreadsheet program, save it again and send the new file");
        }
        return strings.get(index);
    }

    private void number(String held) {
        if (held.length() > NUMBER_MAX) {
            // Nobody means that number; checks tell it as it is.
            row.put(place, held, FileRow.Kind.TEXT);
        } else if (styles.isDate(style)) {
            row.put(
                    place,
                    SerialDates.day(held, isFrom1904).map(Object::toString).orElse(held),
                    FileRow.Kind.DATE);
        } else if (styles.isPercent(style)) {
            row.put(place, plain(new BigDecimal(held.strip()).scaleByPowerOfTen(2)) + "%", FileRow.Kind.PERCENT);
        } else {
            String plain = isShort(held) ? held : plain(new BigDecimal(held.strip()));
            int missing = styles.digits(style) - plain.length();
            boolean isPadded = missing > 0 && isShort(plain);
            row.put(
                    place,
                    isPadded ? "0".repeat(missing) + plain : plain,
                    isPadded ? FileRow.Kind.TEXT : FileRow.Kind.NUMBER);
        }
    }

    private static boolean isShort(String held) {
        if (held.length() > DIGITS) {
            return false;
        }
        for (int i = 0; i < held.length(); i++) {
            if (held.charAt(i) < '0' || held.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The number as a spreadsheet shows it: binary fractions such as 0.30000000000000004 are rounded. */
    private static String plain(BigDecimal exact) {
        BigDecimal shown = exact.round(AS_SHOWN).stripTrailingZeros();
        if ((long) shown.precision() - shown.scale() > DIGITS) {
            return String.format(Locale.ROOT, "%.14E", shown);
        }
        return shown.scale() > 2 * DIGITS ? "0" : shown.toPlainString();
    }

    private int index(String text) {
        try {
            int index = Integer.parseInt(text.strip());
            if (index >= 0) {
                return index;
            }
        } catch (NumberFormatException e) {
            // Thrown below.
        }
        throw new IllegalArgumentException("the workbook is damaged at row " + number + " ('" + text
                + "'); open it in a spreadsheet program, save it again and send the new file");
    }
}
